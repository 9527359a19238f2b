import "./skeleton.css";

/** A gray bar where a text will be. */
export const SkeletonBar = ({ width }: { readonly width: number | string }) => (
  <span className="skeleton-bar" style={{ width }} aria-hidden="true" />
);

/** Some gray lines, with a sentence for those who do not see them. */
export const Skeleton = ({ label, lines = 4 }: { readonly label: string; readonly lines?: number }) => (
  <div className="skeleton" role="status">
    <span className="sr-only">{label}</span>
    {Array.from({ length: lines }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the bars are alike and never move
      <SkeletonBar key={index} width={`${[72, 88, 58, 80][index % 4]}%`} />
    ))}
  </div>
);
