import "./command-tabs.css";
import { Tabs } from "radix-ui";
import { Fragment } from "react";
import { shownText } from "../../reasons/phrase.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyTextButton } from "../../ui/copy-text-button.tsx";
import { forms as allForms, type Form, type FormView, formWords, type TextView } from "./commands-view.ts";

export interface CommandTabsProps {
  readonly forms: readonly FormView[];
  /** All cards show the same form: who uses PowerShell uses it for every fix. */
  readonly form: Form;
  readonly onForm: (form: Form) => void;
}

const Lowest = ({ lowest }: Pick<TextView, "lowest">) =>
  lowest === undefined ? null : <p className="command__note">Needs kubectl {lowest} or newer.</p>;

/** The command to paste, and its other forms behind tabs. */
export const CommandTabs = ({ forms, form, onForm }: CommandTabsProps) => {
  const shown = forms.find((other) => other.form === form);
  const [text, ...others] = shown?.texts ?? [];
  return (
    <Tabs.Root
      className="command"
      value={form}
      onValueChange={(next) => {
        const known = allForms.find((other) => other === next);
        if (known !== undefined) onForm(known);
      }}
    >
      <div className="command__bar">
        <Tabs.List className="command__tabs" aria-label="Form of the command">
          {forms.map((other) => (
            <Tabs.Trigger key={other.form} value={other.form} className="command__tab">
              {formWords[other.form]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {text === undefined || others.length > 0 ? null : (
          <CopyTextButton key={form} withIcon text={() => text.text} label={text.copyLabel} className="command__copy">
            Copy
          </CopyTextButton>
        )}
      </div>
      {forms.map((other) => (
        <Tabs.Content key={other.form} value={other.form} className="command__form">
          {other.note === undefined ? null : <p className="command__note">{other.note}</p>}
          {other.texts.map((one) =>
            one.label === undefined ? (
              <Fragment key={one.copyLabel}>
                <pre className="command__text">{shownText(one.text)}</pre>
                <Lowest lowest={one.lowest} />
              </Fragment>
            ) : (
              <div key={one.copyLabel}>
                <p className="command__label">{one.label}</p>
                <CodeBlock text={one.text} copyLabel={one.copyLabel}>
                  {shownText(one.text)}
                </CodeBlock>
                <Lowest lowest={one.lowest} />
              </div>
            ),
          )}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
};
