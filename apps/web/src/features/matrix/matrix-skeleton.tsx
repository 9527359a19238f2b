import "./matrix-skeleton.css";
import { Icon } from "../../ui/icon.tsx";
import { SkeletonBar } from "../../ui/skeleton.tsx";

/** The grid's place while it is read: the same lines, so that nothing jumps. */
export const MatrixSkeleton = ({ subject }: { readonly subject: string }) => (
  <div className="matrix-skeleton" role="status">
    <div className="matrix-skeleton__head">
      <Icon name="clock" size={18} /> {subject}
    </div>
    {Array.from({ length: 14 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
      <div key={index} className="matrix-skeleton__line">
        <SkeletonBar width={[120, 152, 96, 136][index % 4] ?? 120} />
        <SkeletonBar width={[420, 364, 448, 336][index % 4] ?? 420} />
      </div>
    ))}
  </div>
);
