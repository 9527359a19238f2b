import { type RefObject, useLayoutEffect, useState } from "react";

export interface Frame {
  readonly width: number;
  readonly height: number;
}

/** The inner size of an element, without its scroll bars; a plausible one where nothing is laid out. */
export const useFrame = (element: RefObject<HTMLElement | null>): Frame => {
  const [frame, setFrame] = useState<Frame>({ width: 1200, height: 800 });
  useLayoutEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const measure = () => {
      if (observed.clientWidth > 0) setFrame({ width: observed.clientWidth, height: observed.clientHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return frame;
};
