/** Names in little room: shortened in the middle, so that both ends still tell them apart. */

const splitAt = [0.5, 0.35, 0.65, 0.2, 0.8];

const cut = (name: string, longest: number, share: number): string => {
  const room = Math.max(2, longest - 1);
  const head = Math.max(1, Math.round(room * share));
  const tail = room - head;
  return tail <= 0 ? `${name.slice(0, room)}…` : `${name.slice(0, head)}…${name.slice(name.length - tail)}`;
};

export interface NameInRoom {
  readonly name: string;
  /** How many characters fit. */
  readonly room: number;
}

/** Each name in the room that it has; names that would read the same are cut elsewhere. */
export const shortenNames = (names: readonly NameInRoom[]): readonly string[] => {
  const taken = new Map<string, string>();
  return names.map(({ name, room: longest }) => {
    if (name.length <= longest) {
      taken.set(name, name);
      return name;
    }
    const candidates = splitAt.map((share) => cut(name, longest, share));
    const short = candidates.find((candidate) => (taken.get(candidate) ?? name) === name) ?? candidates[0] ?? name;
    taken.set(short, name);
    return short;
  });
};

/** The part that most names share and that is shown dimmed: `srt-`, `vllm-`. */
export const splitPrefix = (name: string): { readonly prefix: string; readonly rest: string } => {
  const match = /^(srt|vllm|sglang|trtllm|tgi)-(?=.)/.exec(name);
  return match === null ? { prefix: "", rest: name } : { prefix: match[0], rest: name.slice(match[0].length) };
};
