import { KubeConfig, type RequestContext } from "@kubernetes/client-node";
import { describe, expect, it } from "vitest";
import { createCredentials } from "./credentials.ts";

const never = new AbortController().signal;
const request = {} as RequestContext;

/** Whose plugin runs until it is told to end. */
const withPlugin = () => {
  const ends: (() => void)[] = [];
  const kubeConfig = new KubeConfig();
  kubeConfig.applySecurityAuthentication = () => new Promise((resolve) => ends.push(() => resolve()));
  return { kubeConfig, ends };
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("credentials", () => {
  it("are asked for by one request at a time", async () => {
    const { kubeConfig, ends } = withPlugin();
    const credentials = createCredentials(kubeConfig);
    const requests = [1, 2, 3].map(() => credentials.addTo(request, kubeConfig, never));
    for (const started of [1, 2, 3]) {
      await turn();
      expect(ends).toHaveLength(started);
      ends[started - 1]?.();
    }
    await Promise.all(requests);
  });

  it("are asked for again after a plugin that hangs", async () => {
    const { kubeConfig, ends } = withPlugin();
    const credentials = createCredentials(kubeConfig);
    const impatient = new AbortController();
    const first = credentials.addTo(request, kubeConfig, impatient.signal);
    const second = credentials.addTo(request, kubeConfig, impatient.signal);
    impatient.abort(new Error("too long"));
    await expect(first).rejects.toThrow("too long");
    await expect(second).rejects.toThrow("too long");
    const third = credentials.addTo(request, kubeConfig, never);
    await turn();
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await third;
  });

  it("are read anew once for all requests that were refused with the same ones", () => {
    const [first, second] = [new KubeConfig(), new KubeConfig()];
    let loads = 0;
    const credentials = createCredentials(first, () => {
      loads += 1;
      return second;
    });
    expect([credentials.renew(first), credentials.renew(first)]).toEqual([true, true]);
    expect(credentials.current()).toBe(second);
    expect(loads).toBe(1);
  });

  it("stay what they are when they cannot be read, or there is nothing to read", () => {
    const first = new KubeConfig();
    const broken = createCredentials(first, () => {
      throw new Error("half written");
    });
    expect([broken.renew(first), broken.current()]).toEqual([false, first]);
    expect(createCredentials(first).renew(first)).toBe(false);
  });
});
