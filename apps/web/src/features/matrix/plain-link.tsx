import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode, Ref } from "react";
import { toHref, type toModelPage, type toRuntimePage } from "../../api/links.ts";

export interface PlainLinkProps {
  readonly target: ReturnType<typeof toModelPage> | ReturnType<typeof toRuntimePage>;
  readonly children: ReactNode;
  readonly className?: string;
  readonly title?: string;
  readonly tabIndex?: number;
  readonly onFocus?: () => void;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A link without TanStack's subscriptions: a grid that scrolls makes and drops hundreds of them. */
export const PlainLink = ({ target, children, ...rest }: PlainLinkProps) => {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate(target);
  };
  return (
    <a {...rest} href={toHref(target)} onClick={follow}>
      {children}
    </a>
  );
};
