import "./rest-list.css";
import { Disclosure } from "../ui/disclosure.tsx";
import { PhraseText } from "./phrase-text.tsx";
import type { RestView } from "./rest-view.ts";
import { StateMark } from "./state-mark.tsx";

/** What is folded, in place: how many, why, and the names when asked for. */
export const RestList = ({ rest }: { readonly rest: readonly RestView[] }) => (
  <div className="rest-list">
    {rest.map((group) => (
      <Disclosure
        key={group.summary}
        summary={
          <span className="rest-list__summary">
            <StateMark state={group.state} size={16} /> {group.summary}
          </span>
        }
      >
        <ul className="rest-list__names">
          {group.items.map((item) => (
            <li key={item.key}>
              <PhraseText sentence={[item.link]} />
            </li>
          ))}
        </ul>
      </Disclosure>
    ))}
  </div>
);
