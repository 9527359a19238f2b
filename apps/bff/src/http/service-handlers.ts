/** The routes of InferenceServices. */
import { listParameters, pathToService } from "@ome-matrix/contract";
import type { RequestHandler } from "express";
import { z } from "zod";
import { answer, chooseForm } from "./answer.ts";
import type { Context } from "./context.ts";
import { findService, findView } from "./lookup.ts";
import { readParameters } from "./parameters.ts";
import { explainService, listServices } from "./service-explanation.ts";

/** As the router writes it; the parts are what `getService` reads. */
export const servicePath = pathToService({ namespace: "_", name: "_" }).replace("/_/_", "/:namespace/:name");

/** GET /api/services */
export const getServices =
  (context: Context): RequestHandler =>
  async (request, response) => {
    const parameters = readParameters(listParameters, request);
    const form = chooseForm(request, ["json"]);
    const snapshot = context.store.snapshot();
    const { namespace } = findView(snapshot, parameters);
    const body = (): string => JSON.stringify(listServices(snapshot, namespace));
    await answer(context, request, response, { form, revision: snapshot.revision, body });
  };

/** GET /api/services/{namespace}/{name} */
export const getService =
  (context: Context): RequestHandler =>
  async (request, response) => {
    readParameters(z.strictObject({}), request);
    const form = chooseForm(request, ["json"]);
    const snapshot = context.store.snapshot();
    const { namespace = "", name = "" } = request.params as { namespace?: string; name?: string };
    const service = findService(snapshot, namespace, name);
    const body = (): string => JSON.stringify(explainService(snapshot, service));
    await answer(context, request, response, { form, revision: snapshot.revision, body });
  };
