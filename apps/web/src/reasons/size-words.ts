const units = [
  { suffix: "T", size: 1e12 },
  { suffix: "B", size: 1e9 },
  { suffix: "M", size: 1e6 },
] as const;

/** A number of parameters as people write it: `2.2B`. */
export const sayParameters = (parameters: number): string => {
  const unit = units.find(({ size }) => Math.abs(parameters) >= size);
  if (unit === undefined || !Number.isFinite(parameters)) return String(parameters);
  return `${Number((parameters / unit.size).toPrecision(6))}${unit.suffix}`;
};
