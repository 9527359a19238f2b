import { kindStates, watchedKinds } from "@ome-matrix/contract";
import type { RequestHandler } from "express";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Clock } from "../clock.ts";
import type { Store } from "../snapshot/store.ts";
import type { Streams } from "./streams.ts";

export interface Metrics {
  /** Counts and times every request under the name of its route, so that object names make no series. */
  readonly watchRequests: RequestHandler;
  /** GET /metrics, in the text form of Prometheus. */
  readonly handler: RequestHandler;
  observeMatrix(seconds: number): void;
}

const prefix = "ome_matrix_";

/** What an operator asks of a BFF: what it knows, how well, how old it is, and who asks for it. */
export const createMetrics = ({
  store,
  clock,
  streams,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly streams: Streams;
}): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];

  new Gauge({
    name: `${prefix}objects`,
    help: "Objects known, by kind",
    labelNames: ["kind"],
    registers,
    collect() {
      const { objects } = store.snapshot();
      for (const kind of watchedKinds) this.set({ kind }, objects[kind].size);
    },
  });
  new Gauge({
    name: `${prefix}kind_state`,
    help: "1 for the state that a kind is in, else 0",
    labelNames: ["kind", "state"],
    registers,
    collect() {
      const { conditions } = store.snapshot();
      for (const kind of watchedKinds) {
        for (const state of kindStates) this.set({ kind, state }, conditions[kind].state === state ? 1 : 0);
      }
    },
  });
  new Gauge({
    name: `${prefix}revision`,
    help: "Number of the newest snapshot",
    registers,
    collect() {
      this.set(store.snapshot().revision);
    },
  });
  new Gauge({
    name: `${prefix}revision_age_seconds`,
    help: "Time since the newest snapshot",
    registers,
    collect() {
      this.set((clock.now().getTime() - Date.parse(store.snapshot().updatedAt)) / 1_000);
    },
  });
  new Gauge({
    name: `${prefix}event_streams`,
    help: "Open event streams",
    registers,
    collect() {
      this.set(streams.count());
    },
  });
  new Counter({
    name: `${prefix}event_streams_dropped_total`,
    help: "Event streams that were dropped because nobody read them",
    registers,
    collect() {
      this.reset();
      this.inc(streams.dropped());
    },
  });
  const matrixSeconds = new Histogram({
    name: `${prefix}matrix_seconds`,
    help: "Time to work out a matrix",
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers,
  });
  const requests = new Counter({
    name: `${prefix}requests_total`,
    help: "Requests answered",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const requestSeconds = new Histogram({
    name: `${prefix}request_seconds`,
    help: "Time to answer a request; event streams are not in it",
    labelNames: ["route"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });

  return {
    watchRequests(request, response, next) {
      const startedAt = performance.now();
      response.on("finish", () => {
        const route = request.route as { readonly path?: unknown } | undefined;
        const name = typeof route?.path === "string" ? route.path : "other";
        const method = ["GET", "HEAD", "POST"].includes(request.method) ? request.method : "other";
        requests.inc({ route: name, method, status: String(response.statusCode) });
        const isStream = String(response.getHeader("Content-Type") ?? "").startsWith("text/event-stream");
        if (!isStream) requestSeconds.observe({ route: name }, (performance.now() - startedAt) / 1_000);
      });
      next();
    },
    handler(_request, response, next) {
      registry.metrics().then((text) => {
        response.set({ "Content-Type": registry.contentType, "Cache-Control": "no-store" }).end(text);
      }, next);
    },
    observeMatrix: (seconds) => matrixSeconds.observe(seconds),
  };
};
