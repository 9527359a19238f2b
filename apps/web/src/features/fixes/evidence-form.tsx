import { escapeControls } from "@ome-matrix/matcher";
import { useId, useState } from "react";
import { plainText, shownText } from "../../reasons/phrase.ts";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FixLine } from "./fix-line.tsx";
import type { IndexedView } from "./indexed-view.ts";
import type { Evidence } from "./use-fixes.ts";

const Result = ({ indexed }: { readonly indexed: IndexedView }) => (
  <>
    <FixLine icon={indexed.tone === "pass" ? "check" : "close"} tone={indexed.tone === "pass" ? "pass" : "attention"}>
      <PhraseText sentence={indexed.lead} />
    </FixLine>
    {indexed.doubts.map((doubt) => (
      <FixLine key={plainText(doubt)} icon="warning" tone="attention">
        <PhraseText sentence={doubt} />
      </FixLine>
    ))}
    {indexed.points.length === 0 ? null : (
      <ul className="evidence__points">
        {indexed.points.map((point) => (
          <li key={plainText(point)}>
            <PhraseText sentence={point} />
          </li>
        ))}
      </ul>
    )}
    {indexed.yaml === undefined ? null : (
      <Disclosure summary="What OME would record">
        <CodeBlock text={indexed.yaml} copyLabel="Copy the pipeline" wrap={false}>
          {shownText(indexed.yaml)}
        </CodeBlock>
      </Disclosure>
    )}
  </>
);

export interface EvidenceFormProps {
  readonly evidence: Evidence;
  readonly indexed: IndexedView | undefined;
}

/** Takes a pasted `model_index.json`, so that claims about the pipeline are confirmed and the whole of it is tried. */
export const EvidenceForm = ({ evidence, indexed }: EvidenceFormProps) => {
  const textId = useId();
  const faultId = useId();
  // Given before: in another drawer, or by the address of a preview.
  const [text, setText] = useState(() => (evidence.isGiven ? JSON.stringify(evidence.given, null, 2) : ""));
  const [wasGiven] = useState(evidence.isGiven);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const ask = () => {
    try {
      evidence.give(JSON.parse(text));
      setFault(undefined);
    } catch (error) {
      setFault(`This is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}`);
    }
  };
  const takeBack = () => {
    evidence.takeBack();
    setText("");
    setFault(undefined);
  };
  const problem = fault ?? evidence.problem?.detail;
  return (
    <Disclosure className="evidence" open={wasGiven} summary="Do you have the model’s model_index.json? Paste it here.">
      <label className="evidence__label" htmlFor={textId}>
        Content of model_index.json. It confirms what a fix claims, and tells whether the whole pipeline passes.
      </label>
      <textarea
        id={textId}
        className="evidence__text"
        rows={6}
        spellCheck={false}
        autoComplete="off"
        placeholder='{ "_class_name": "QwenImagePipeline", "transformer": ["diffusers", "QwenImageTransformer2DModel"], … }'
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : faultId}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="evidence__actions">
        <Button onClick={ask} disabled={text.trim() === ""}>
          {evidence.isAsking ? "Checking …" : "Check it"}
        </Button>
        {evidence.isGiven ? (
          <Button look="quiet" onClick={takeBack}>
            Take it back
          </Button>
        ) : null}
      </div>
      <div role="status">
        {problem === undefined ? null : (
          <FixLine id={faultId} icon="warning" tone="attention">
            {escapeControls(problem)}
          </FixLine>
        )}
        {problem !== undefined || !evidence.isGiven || indexed === undefined ? null : <Result indexed={indexed} />}
      </div>
    </Disclosure>
  );
};
