import "./skip-link.css";

export interface SkipLinkProps {
  /** The id of an element that can take focus. */
  readonly target: string;
  readonly children: string;
}

/** Seen only while it has the focus. It moves the focus and leaves the address alone. */
export const SkipLink = ({ target, children }: SkipLinkProps) => (
  <a
    href={`#${target}`}
    className="skip-link"
    onClick={(event) => {
      event.preventDefault();
      document.getElementById(target)?.focus();
    }}
  >
    {children}
  </a>
);
