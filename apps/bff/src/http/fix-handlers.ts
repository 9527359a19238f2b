/** The routes of fixes, effects and previews. They answer what would be; nothing is written anywhere. */
import { changesBody, fixEvidence, fixesParameters, previewParameters } from "@ome-matrix/contract";
import type { Request, RequestHandler } from "express";
import { z } from "zod";
import { answer, answerOnce, chooseForm } from "./answer.ts";
import { readBody } from "./bodies.ts";
import { applyChanges } from "./changes.ts";
import type { Context } from "./context.ts";
import { toEffect } from "./effect-response.ts";
import type { Question } from "./explanation.ts";
import { findModel, findRuntime, findView, namespaceOf, usableNamespace } from "./lookup.ts";
import { fixesOfPair } from "./pair-fixes.ts";
import { readParameters } from "./parameters.ts";

const findPair = (context: Context, request: Request) => {
  const parameters = readParameters(fixesParameters, request);
  const form = chooseForm(request, ["json"]);
  const snapshot = context.store.snapshot();
  const view = findView(snapshot, parameters);
  const namespace = view.namespace ?? namespaceOf(parameters.model) ?? namespaceOf(parameters.runtime) ?? "default";
  const model = findModel(snapshot, parameters.model, namespace, view.namespace);
  const runtime = findRuntime(snapshot, parameters.runtime, namespace, view.namespace);
  const question: Question = { snapshot, view, namespace: usableNamespace(namespace, view, model, runtime) };
  return { question, model, runtime, form };
};

/** GET /api/fixes */
export const getFixes =
  (context: Context): RequestHandler =>
  async (request, response) => {
    const { question, model, runtime, form } = findPair(context, request);
    const body = (): string => JSON.stringify(fixesOfPair(question, context.patching, model, runtime));
    await answer(context, request, response, { form, revision: question.snapshot.revision, body });
  };

/** POST /api/fixes: with a `model_index.json` as evidence. */
export const postFixes =
  (context: Context): RequestHandler =>
  async (request, response) => {
    const evidence = await readBody(fixEvidence, request, response);
    const { question, model, runtime } = findPair(context, request);
    await answerOnce(context, request, response, () =>
      Buffer.from(JSON.stringify(fixesOfPair(question, context.patching, model, runtime, evidence))),
    );
  };

/** POST /api/effect */
export const postEffect =
  (context: Context): RequestHandler =>
  async (request, response) => {
    readParameters(z.strictObject({}), request);
    chooseForm(request, ["json"]);
    const body = await readBody(changesBody, request, response);
    const snapshot = context.store.snapshot();
    const applied = applyChanges(snapshot, context.patching, body);
    await answerOnce(context, request, response, () => Buffer.from(JSON.stringify(toEffect(snapshot, applied))));
  };

/** POST /api/matrix: as it would be after the changes. */
export const postMatrix =
  (context: Context): RequestHandler =>
  async (request, response) => {
    const parameters = readParameters(previewParameters, request);
    chooseForm(request, ["json"]);
    const body = await readBody(changesBody, request, response);
    const snapshot = context.store.snapshot();
    const view = findView(snapshot, parameters);
    const { objects } = applyChanges(snapshot, context.patching, body);
    await answerOnce(context, request, response, (room) => context.matrices.preview(snapshot, view, objects, room));
  };
