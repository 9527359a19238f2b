/** One function a route: read the request, ask, answer. */
import { createHash } from "node:crypto";
import {
  type ClusterState,
  explainParameters,
  type KindState,
  listParameters,
  matrixParameters,
  watchedKinds,
} from "@ome-matrix/contract";
import { ruleSet } from "@ome-matrix/matcher";
import type { RequestHandler } from "express";
import { z } from "zod";
import { addressOf, apiVersionOf } from "../kinds.ts";
import {
  isVisibleIn,
  kindsNotKnown,
  modelKinds,
  runtimeKinds,
  type Snapshot,
  unknownKinds,
} from "../snapshot/snapshot.ts";
import { answer, chooseForm } from "./answer.ts";
import type { Context } from "./context.ts";
import { explainModel, explainPair, explainRuntime, type Question, sayModel, sayPair } from "./explanation.ts";
import { findModel, findRuntime, findView, namespaceOf, usableNamespace } from "./lookup.ts";
import { openApiDocument } from "./open-api.ts";
import { readParameters } from "./parameters.ts";
import { AppError } from "./problem.ts";

const noParameters = z.strictObject({});

/** Worst last: a kind that does not answer weighs more than one that is not there. */
const fromGoodToBad: readonly KindState["state"][] = ["live", "connecting", "absent", "forbidden", "stale", "failed"];

const toKindState = (snapshot: Snapshot, kind: KindState["kind"]): KindState => {
  const objects = [...snapshot.objects[kind].values()];
  const unreadable = objects.filter(
    (object) => ("summary" in object ? object.summary.problems : object.problems).length > 0,
  );
  const { followedIn, worstIn, ...condition } = snapshot.conditions[kind];
  return {
    kind,
    plural: addressOf[kind].plural,
    apiVersion: apiVersionOf(addressOf[kind]),
    ...condition,
    ...(followedIn === undefined ? {} : { followedIn: [...followedIn] }),
    ...(worstIn === undefined ? {} : { worstIn: [...worstIn] }),
    count: objects.length,
    unreadable: unreadable.length,
  };
};

/** GET /api/cluster */
export const getCluster =
  (context: Context): RequestHandler =>
  async (request, response) => {
    readParameters(noParameters, request);
    const form = chooseForm(request, ["json"]);
    const snapshot = context.store.snapshot();
    const reports = [...context.manifestReports()];
    const body = (): string => {
      const kinds = watchedKinds.map((kind) => toKindState(snapshot, kind));
      const worst = Math.max(...kinds.map(({ state }) => fromGoodToBad.indexOf(state)));
      const cluster: ClusterState = {
        revision: snapshot.revision,
        epoch: context.store.epoch,
        rules: ruleSet,
        source: context.source,
        updatedAt: snapshot.updatedAt,
        state: fromGoodToBad[worst] ?? "failed",
        kinds,
        namespaces: [...snapshot.namespaces],
        manifestReports: reports,
      };
      return JSON.stringify(cluster);
    };
    // Reports are no part of the snapshot and may change without it.
    const alsoDependsOn = createHash("sha256").update(JSON.stringify(reports)).digest("hex");
    await answer(context, request, response, { form, revision: snapshot.revision, body, alsoDependsOn });
  };

/** GET /api/models and /api/runtimes */
export const getList =
  (context: Context, list: "models" | "runtimes"): RequestHandler =>
  async (request, response) => {
    const parameters = readParameters(listParameters, request);
    const form = chooseForm(request, ["json"]);
    const snapshot = context.store.snapshot();
    const { namespace } = findView(snapshot, parameters);
    const body = (): string => {
      const visible = snapshot[list].filter((object) => isVisibleIn(object, namespace));
      return JSON.stringify({
        revision: snapshot.revision,
        [list]: visible.map(({ summary }) => summary),
        unknownKinds: unknownKinds(snapshot, list === "models" ? modelKinds : runtimeKinds),
      });
    };
    await answer(context, request, response, { form, revision: snapshot.revision, body });
  };

/** GET /api/matrix */
export const getMatrix =
  (context: Context): RequestHandler =>
  async (request, response) => {
    const parameters = readParameters(matrixParameters, request);
    const form = chooseForm(request, ["json"]);
    const look = () => {
      const snapshot = context.store.snapshot();
      return { snapshot, view: findView(snapshot, parameters) };
    };
    await context.matrices.turn(look);
    // Whatever is the newest now.
    const { snapshot, view } = look();
    const [epoch, revision] = parameters.since?.split(":") ?? [];
    const since = epoch === context.store.epoch ? Number(revision) : undefined;
    await answer(context, request, response, {
      form,
      revision: snapshot.revision,
      encoded: (encoding) => context.matrices.body(snapshot, view, encoding, since),
    });
  };

/** GET /api/explain: a pair, a model or a runtime. */
export const getExplain =
  (context: Context): RequestHandler =>
  async (request, response) => {
    const parameters = readParameters(explainParameters, request);
    const form = chooseForm(request, parameters.model === undefined ? ["json"] : ["json", "text"]);
    const snapshot = context.store.snapshot();
    const view = findView(snapshot, parameters);
    const namespace = view.namespace ?? namespaceOf(parameters.model) ?? namespaceOf(parameters.runtime) ?? "default";
    const find = <Found>(
      finder: (from: Snapshot, wanted: string, where: string, seenFrom: string | undefined) => Found,
      wanted: string | undefined,
    ): Found | undefined => (wanted === undefined ? undefined : finder(snapshot, wanted, namespace, view.namespace));
    const model = find(findModel, parameters.model);
    const runtime = find(findRuntime, parameters.runtime);
    const question: Question = { snapshot, view, namespace: usableNamespace(namespace, view, model, runtime) };
    const body = (): string => {
      if (model !== undefined && runtime !== undefined) {
        return form === "text"
          ? `${sayPair(question, model, runtime)}\n`
          : JSON.stringify(explainPair(question, model, runtime));
      }
      if (model !== undefined) {
        return form === "text" ? `${sayModel(question, model)}\n` : JSON.stringify(explainModel(question, model));
      }
      if (runtime === undefined) throw new Error("neither a model nor a runtime was asked for");
      return JSON.stringify(explainRuntime(question, runtime, context.matrices.matrix(snapshot, view)));
    };
    await answer(context, request, response, { form, revision: snapshot.revision, body });
  };

/** GET /api/events */
export const getEvents =
  (context: Context): RequestHandler =>
  (request, response) => {
    readParameters(noParameters, request);
    if (request.accepts("text/event-stream") === false) {
      throw new AppError("not-acceptable", {
        detail: `The header Accept: ${request.headers.accept ?? ""} leaves no form to answer in`,
        advice: "Events come as text/event-stream",
      });
    }
    context.streams.open(response, request.get("Last-Event-ID"));
  };

/** GET /api/openapi.json */
export const getOpenApi =
  (context: Context): RequestHandler =>
  async (request, response) => {
    readParameters(noParameters, request);
    const body = (): string => `${JSON.stringify(openApiDocument(context.basePath), undefined, 2)}\n`;
    await answer(context, request, response, { form: chooseForm(request, ["json"]), revision: 0, body });
  };

/** GET /healthz: the process answers. */
export const getHealth = (): RequestHandler => (_request, response) => {
  response.set("Cache-Control", "no-store").type("text/plain").end("ok\n");
};

/**
 * GET /readyz: every kind has been listed once, or is known not to be there for us. It answers under every host name, so it
 * names kinds and states, and no message of anybody; those are under /api/cluster.
 */
export const getReadiness =
  (context: Context): RequestHandler =>
  (_request, response) => {
    const snapshot = context.store.snapshot();
    const { conditions } = snapshot;
    const missing = kindsNotKnown(snapshot);
    if (missing.length > 0) {
      const states = missing.map((kind) => `${kind} (${conditions[kind].state})`);
      throw new AppError("not-ready", {
        detail: `Not listed yet: ${states.join(", ")}`,
        advice: "Wait; if it stays like this, /api/cluster says what is wrong and what to do",
      });
    }
    response.set("Cache-Control", "no-store").type("text/plain").end("ok\n");
  };
