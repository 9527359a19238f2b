import { useNavigate, useRouterState, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { toMatrixPage } from "../api/links.ts";
import { Icon } from "../ui/icon.tsx";
import { Key } from "../ui/key.tsx";
import { useViewSearch } from "./use-view-search.ts";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** What was looked for is in the grid, or in the list that stands for it: past all filters in one step. */
const enterMatrix = (): void => {
  const grid = document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
  (grid ?? document.getElementById("matrix-content"))?.focus();
};

/** Filters the matrix while one types; on the other pages it leads there. */
export const SearchField = () => {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const view = useViewSearch();
  const { q: searched } = useSearch({ strict: false });
  const isMatrix = useRouterState({ select: (state) => state.location.pathname === "/" });
  // Other pages have filters of their own.
  const q = isMatrix ? searched : undefined;
  const [text, setText] = useState(q ?? "");
  const written = useRef(q ?? "");

  // Back, forward and "clear the filters" change the address; the field follows.
  useEffect(() => {
    if ((q ?? "") === written.current) return;
    written.current = q ?? "";
    setText(q ?? "");
  }, [q]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.defaultPrevented || event.ctrlKey || event.metaKey || isTyping(event.target))
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  const write = (next: string) => {
    setText(next);
    written.current = next.trim();
    if (!isMatrix) return;
    void navigate({
      to: "/",
      search: ({ q: _q, ...rest }) => (written.current === "" ? rest : { ...rest, q: written.current }),
      replace: true,
    });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is newer than some browsers in use
    <form
      role="search"
      className="shell-search"
      onSubmit={(event) => {
        event.preventDefault();
        if (isMatrix) {
          enterMatrix();
          return;
        }
        if (written.current === "") return;
        const target = toMatrixPage(view);
        void navigate({ ...target, search: { ...target.search, q: written.current } });
      }}
    >
      <Icon name="find" size={14} />
      <input
        ref={input}
        type="search"
        aria-label="Find a model, runtime, architecture or version"
        placeholder="Find a model, runtime, architecture, version"
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          if (text === "") input.current?.blur();
          else write("");
        }}
      />
      <span className="shell-search__key" aria-hidden="true">
        <Key>/</Key>
      </span>
    </form>
  );
};
