import "./doubt-notice.css";
import { useQuery } from "@tanstack/react-query";
import { clusterQuery } from "../api/queries.ts";
import { Notice } from "../ui/notice.tsx";
import { type Subject, toDoubt } from "./doubts.ts";

export interface DoubtNoticeProps {
  readonly subject: Subject;
  /** The kinds of the objects that are shown. */
  readonly shown: readonly (string | undefined)[];
}

/** Beside a verdict that may be wrong because a kind cannot be read or is old. */
export const DoubtNotice = ({ subject, shown }: DoubtNoticeProps) => {
  const cluster = useQuery(clusterQuery());
  const doubt = toDoubt(cluster.data, subject, shown);
  return doubt === undefined ? null : (
    <div className="doubt">
      <Notice tone="warning" title={doubt.title}>
        {doubt.text}
      </Notice>
    </div>
  );
};
