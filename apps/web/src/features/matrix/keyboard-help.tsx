import "./keyboard-help.css";
import { Dialog } from "../../ui/dialog.tsx";
import { Key } from "../../ui/key.tsx";

const keys: readonly (readonly [readonly string[], string])[] = [
  [["←", "↑", "↓", "→"], "move from cell to cell; into the names at the edges"],
  [["Home", "End"], "first and last runtime of the row"],
  [["Ctrl", "Home"], "first cell"],
  [["Ctrl", "End"], "last cell"],
  [["Page Up", "Page Down"], "a screen up or down"],
  [["Enter"], "explain the pair, or open the page of the name"],
  [["Esc"], "close the explanation; hide the card; leave a preview"],
  [["[", "]"], "previous and next near miss"],
  [["/"], "find"],
  [["?"], "this help"],
];

export const KeyboardHelp = ({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) => (
  <Dialog title="Keyboard" open={open} onClose={onClose}>
    <dl className="keyboard-help">
      {keys.map(([names, meaning]) => (
        <div key={meaning}>
          <dt>
            {names.map((name) => (
              <Key key={name}>{name}</Key>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
