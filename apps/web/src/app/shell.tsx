import "./shell.css";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { toMatrixPage, toServicesPage } from "../api/links.ts";
import { clusterQuery } from "../api/queries.ts";
import { useLive } from "../api/use-live.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import { Notice } from "../ui/notice.tsx";
import { SkipLink } from "../ui/skip-link.tsx";
import { type NoticeView, toLiveView, toNotices } from "./notices-view.ts";
import { SearchField } from "./search-field.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { useViewSearch } from "./use-view-search.ts";

const Logo = () => (
  <svg viewBox="0 0 20 20" width={20} height={20} aria-hidden="true" focusable="false">
    {[1, 7.5, 14].flatMap((y) =>
      [1, 7.5, 14].map((x) => (
        <rect
          key={`${x} ${y}`}
          x={x}
          y={y}
          width={5}
          height={5}
          rx={1}
          fill={x === 7.5 && y === 7.5 ? "var(--accent)" : "var(--line-2)"}
        />
      )),
    )}
  </svg>
);

/** Ticks once a second while the page is visible. */
const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
};

const LiveState = () => {
  const cluster = useQuery(clusterQuery());
  const live = useLive();
  const now = useNow();
  const connection = cluster.isError && cluster.data === undefined ? "lost" : live.connection;
  const view = toLiveView(cluster.data, connection, live.since || now, now);
  return (
    <div className={`shell-live shell-live--${view.look}`} title={view.title}>
      <span className="shell-live__dot" aria-hidden="true" />
      <b>
        <bdi>{view.name}</bdi>
      </b>
      <span className="shell-live__text">{view.text}</span>
      <span className="shell-live__short">{view.short}</span>
    </div>
  );
};

const ClusterNotice = ({ notice }: { readonly notice: NoticeView }) => (
  <Notice
    tone={notice.tone}
    title={notice.lines.length === 0 ? notice.title : undefined}
    code={notice.code}
    icon={/^(?:forbidden|unwatched)/.test(notice.id) ? "lock" : "warning"}
  >
    {notice.text}
    {notice.lines.length === 0 ? null : (
      <Disclosure summary={<strong>{notice.title}</strong>}>
        <ul className="shell-notice-lines">
          {notice.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Disclosure>
    )}
  </Notice>
);

const Notices = () => {
  const cluster = useQuery(clusterQuery());
  return toNotices(cluster.data).map((notice) => <ClusterNotice key={notice.id} notice={notice} />);
};

const Rules = () => {
  const cluster = useQuery(clusterQuery());
  return cluster.data === undefined ? null : <span className="shell-rules">{cluster.data.rules} rules</span>;
};

/** What stands above every page: where one is, how fresh it is, and what is wrong with the source. */
export const Shell = () => {
  const view = useViewSearch();
  return (
    <div className="shell">
      <SkipLink target="main">Skip to the content</SkipLink>
      <header className="shell-bar">
        <Link {...toMatrixPage(view)} className="shell-brand">
          <Logo />
          OME Matrix
        </Link>
        <nav className="shell-nav" aria-label="Pages">
          <Link {...toMatrixPage(view)} activeOptions={{ exact: true, includeSearch: false }}>
            Matrix
          </Link>
          <Link {...toServicesPage(view)} activeOptions={{ includeSearch: false }}>
            Services
          </Link>
        </nav>
        <SearchField />
        <LiveState />
        <Rules />
        <ThemeSwitch />
      </header>
      <div className="shell-notices">
        <Notices />
      </div>
      <main id="main" className="shell-main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
};
