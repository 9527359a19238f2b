import "./preview-band.css";
import { useEffect } from "react";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyTextButton } from "../../ui/copy-text-button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Key } from "../../ui/key.tsx";
import { type ChangedCounts, toPreviewBand } from "./preview-band-view.ts";
import type { Preview } from "./use-preview.ts";

export interface PreviewBandProps {
  readonly preview: Preview;
  readonly counts: ChangedCounts | undefined;
  readonly onLeave: () => void;
  readonly onBack: () => void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/u.test(target.tagName);

/** One key leaves, unless it has something nearer to close. */
const useLeaveKey = (onLeave: () => void) => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]") !== null) return;
      event.preventDefault();
      onLeave();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [onLeave]);
};

/** Above the matrix for as long as it is not the cluster's own. */
export const PreviewBand = ({ preview, counts, onLeave, onBack }: PreviewBandProps) => {
  useLeaveKey(onLeave);
  const band = toPreviewBand(preview, counts);
  const { command } = band;
  return (
    <section className={`preview-band preview-band--${preview.state}`} aria-label="Preview">
      <p className="preview-band__text" role="status">
        <Icon name={preview.state === "gone" || preview.state === "failed" ? "warning" : "eye"} size={16} />
        <span>
          <strong>{band.lead}</strong> <PhraseText sentence={band.text} />
          {band.counts === undefined ? null : <span className="preview-band__counts"> {band.counts}</span>}
        </span>
      </p>
      <div className="preview-band__actions">
        <Button onClick={onLeave}>
          <Key>Esc</Key> Leave
        </Button>
        {command === undefined ? null : (
          <CopyTextButton look="plain" text={() => command}>
            Copy command
          </CopyTextButton>
        )}
        <Button onClick={onBack}>Back to the pair</Button>
      </div>
    </section>
  );
};
