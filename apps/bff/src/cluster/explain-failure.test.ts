import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../clock.ts";
import { addressOf } from "../kinds.ts";
import { ApiError, createClusterApi } from "./api.ts";
import { connect } from "./connect.ts";
import { explainFailure, LateError } from "./explain-failure.ts";

const explain = (error: unknown) =>
  explainFailure(error, { address: addressOf.ClusterBaseModel, namespace: undefined, listedOnce: false });

/** What the failure of a request is explained with that is really made, to this server. */
const adviceFor = async (
  server: string,
  user: object = {},
  meanwhile: (folder: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "ome-matrix-failure-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "config");
  await writeFile(join(folder, "key.pem"), "");
  const config = {
    "current-context": "here",
    clusters: [{ name: "here", cluster: { server } }],
    users: [{ name: "me", user }],
    contexts: [{ name: "here", context: { cluster: "here", user: "me" } }],
  };
  await writeFile(file, JSON.stringify(config));
  const api = createClusterApi({ ...connect({ type: "kubeconfig", file }), clock: systemClock });
  await meanwhile(folder);
  const error = await api.get("/api", {}, new AbortController().signal).catch((caught: unknown) => caught);
  return explain(error).advice;
};

describe("the advice on a failure", () => {
  it("is about the address where nothing listens, the name that nobody knows, or the server that speaks no TLS", async () => {
    const plain = createServer((_request, response) => response.end("{}"));
    await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
    const { port } = plain.address() as AddressInfo;
    expect(await adviceFor(`https://127.0.0.1:${port}`)).toMatch(/speaks no TLS|no TLS connection/);
    plain.closeAllConnections();
    await new Promise((resolve) => plain.close(resolve));
    expect(await adviceFor(`https://127.0.0.1:${port}`)).toContain("Nothing listens at the address of the API");
    expect(await adviceFor("https://cluster.invalid:6443")).toContain("cannot be resolved from here");
  });

  it("is about a file of the credentials that has gone since the start", async () => {
    const remove = (folder: string): Promise<void> => rm(join(folder, "key.pem"));
    expect(await adviceFor("https://127.0.0.1:1", { "client-key": "key.pem" }, remove)).toContain(
      "A file of the credentials",
    );
  });

  it.each([
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", /authority \(CA\).*certificate-authority/],
    ["SELF_SIGNED_CERT_IN_CHAIN", /authority \(CA\).*certificate-authority/],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", /authority \(CA\).*certificate-authority/],
    ["CERT_HAS_EXPIRED", /certificate-authority.*has expired/],
    ["CERT_NOT_YET_VALID", /check the clock/],
    ["ERR_TLS_CERT_ALTNAME_INVALID", /for other names.*tls-server-name/],
    ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", /client-certificate/],
    ["ERR_OSSL_PEM_NO_START_LINE", /client-key/],
    ["EAI_AGAIN", /cannot be resolved/],
    ["UND_ERR_CONNECT_TIMEOUT", /check the network, the VPN/],
    ["ECONNRESET", /can be reached from here/],
  ])("is found by the code %s, wherever in the chain of causes it stands", (code, expected) => {
    const inner = Object.assign(new Error("said by the system"), { code });
    expect(explain(new TypeError("fetch failed", { cause: inner }))).toMatchObject({
      state: "failed",
      message: "said by the system",
      advice: expect.stringMatching(expected),
    });
    const several = new TypeError("fetch failed", { cause: new AggregateError([inner, inner]) });
    expect(explain(several).advice).toMatch(expected);
  });

  it("does not look for the network where the API answers, or answers late", () => {
    expect(explain(new ApiError(500, "no")).advice).toContain("The API answers");
    expect(explain(new LateError()).advice).toContain("has not answered in time");
  });
});
