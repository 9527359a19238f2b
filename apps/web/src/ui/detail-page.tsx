import "./detail-page.css";
import type { ReactNode } from "react";
import { SectionHeading } from "./section-heading.tsx";
import { Tag } from "./tag.tsx";

export interface DetailPageProps {
  /** The way here, without the page itself. */
  readonly crumbs: readonly ReactNode[];
  readonly title: string;
  readonly tags: readonly string[];
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a page about one object. */
export const DetailPage = ({ crumbs, title, tags, tools, children }: DetailPageProps) => (
  <article className="detail-page">
    <div className="detail-page__content">
      <nav className="detail-page__crumbs" aria-label="Breadcrumb">
        <ol>
          {crumbs.map((crumb, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the way to a page never changes its order
            <li key={index}>{crumb}</li>
          ))}
          <li aria-current="page">
            <bdi>{title}</bdi>
          </li>
        </ol>
      </nav>
      <header className="detail-page__head">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <span className="detail-page__tags">
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
        <div className="detail-page__tools">{tools}</div>
      </header>
      {children}
    </div>
  </article>
);

/** Two columns of sections; one below the other where there is no room. */
export const DetailColumns = ({ children }: { readonly children: ReactNode }) => (
  <div className="detail-page__columns">{children}</div>
);

export interface DetailSectionProps {
  /** Of its heading. */
  readonly id: string;
  readonly heading: string;
  /** A quiet remark after the heading. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A section of such a page. */
export const DetailSection = ({ id, heading, note, children }: DetailSectionProps) => (
  <section className="detail-page__section" aria-labelledby={id}>
    <SectionHeading id={id} note={note}>
      {heading}
    </SectionHeading>
    {children}
  </section>
);
