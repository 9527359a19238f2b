import "./dialog.css";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "./button.tsx";

export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** `sheet` rises from the bottom edge, for narrow screens. */
  readonly look?: "window" | "sheet";
}

/** The browser's own modal dialog: it keeps the focus inside, closes on Escape and gives the focus back. */
export const Dialog = ({ title, open, onClose, children, look = "window" }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape does the same from the keyboard
    <dialog
      ref={element}
      className={`dialog dialog--${look}`}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      {open ? (
        <div className="dialog__content">
          <header className="dialog__head">
            <h2 id={titleId}>{title}</h2>
            <IconButton icon="close" label="Close" onClick={onClose} />
          </header>
          {children}
        </div>
      ) : null}
    </dialog>
  );
};
