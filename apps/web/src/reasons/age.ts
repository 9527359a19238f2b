const steps = [
  { unit: "d", milliseconds: 86_400_000 },
  { unit: "h", milliseconds: 3_600_000 },
  { unit: "min", milliseconds: 60_000 },
] as const;

/** `18 d`, as `kubectl get` counts it: whole units, rounded down. */
export const sayAge = (createdAt: string, now: number): string => {
  const age = Math.max(0, now - Date.parse(createdAt));
  const step = steps.find(({ milliseconds }) => age >= milliseconds);
  return step === undefined ? "just now" : `${Math.floor(age / step.milliseconds)} ${step.unit}`;
};
