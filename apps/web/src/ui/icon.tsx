const paths = {
  copy: { box: 16, d: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z" },
  check: { box: 16, d: "M3 8.5l3.4 3.3L13 4.6" },
  close: { box: 16, d: "M3.5 3.5l9 9M12.5 3.5l-9 9" },
  find: { box: 16, d: "M7 2.8a4.2 4.2 0 1 0 0 8.4a4.2 4.2 0 1 0 0-8.4zM10.2 10.2l3.3 3.3" },
  warning: { box: 16, d: "M8 2l6.4 11.5H1.6zM8 6.2v3.6M8 11.4v.6" },
  "chevron-down": { box: 16, d: "M4 6.5l4 4 4-4" },
  "chevron-left": { box: 16, d: "M9.5 4l-4 4 4 4" },
  "chevron-right": { box: 16, d: "M6.5 4l4 4-4 4" },
  filter: { box: 16, d: "M2 4h12M4.5 8h7M7 12h2" },
  eye: {
    box: 16,
    d: "M1.5 8c1.6-2.9 3.8-4.4 6.5-4.4s4.9 1.5 6.5 4.4c-1.6 2.9-3.8 4.4-6.5 4.4S3.1 10.9 1.5 8zM8 6a2 2 0 1 0 0 4a2 2 0 1 0 0-4z",
  },
  lock: { box: 20, d: "M4.5 9h11v8h-11zM7 9V6.5a3 3 0 0 1 6 0V9" },
  empty: { box: 20, d: "M3 3h14v14H3zM3 8h14M8 3v14" },
  clock: { box: 20, d: "M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14zM10 6v4.3l2.8 1.7" },
  unplugged: { box: 20, d: "M3 3l14 14M7 4v4.5a3 3 0 0 0 3 3M13 4v4.5M10 11.5V17" },
  system: { box: 16, d: "M2.5 3h11v7.5h-11zM6 13.5h4M8 10.5v3" },
  sun: {
    box: 16,
    d: "M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9",
  },
  moon: { box: 16, d: "M13 9.7A5.6 5.6 0 0 1 6.3 3a5.6 5.6 0 1 0 6.7 6.7z" },
} as const;

export type IconName = keyof typeof paths;

/** A line drawing in the text's colour; always beside a word or inside a control that has a name. */
export const Icon = ({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) => {
  const { box, d } = paths[name];
  return (
    <svg
      viewBox={`0 0 ${box} ${box}`}
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      className="flex-none"
    >
      <path
        d={d}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.4}
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeDasharray={name === "empty" ? "2 2" : undefined}
      />
    </svg>
  );
};
