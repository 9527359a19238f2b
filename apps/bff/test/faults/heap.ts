import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** What is in use after everything that nobody holds is gone, in MiB. */
export const usedHeap = async (): Promise<number> => {
  // What has just ended lets go of its memory a turn or two later.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  return process.memoryUsage().heapUsed / 1024 / 1024;
};
