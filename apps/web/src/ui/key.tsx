import "./key.css";

/** A key of the keyboard. */
export const Key = ({ children }: { readonly children: string }) => <kbd className="key">{children}</kbd>;
