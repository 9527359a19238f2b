import { at, isObject, type Reply } from "./api-client.ts";
import { itemsOf } from "./control-plane.ts";

const own = new Set(["uid", "resourceVersion", "creationTimestamp", "managedFields"]);

const withoutIdentity = (object: unknown): unknown => {
  const metadata = at(object, "metadata");
  if (!isObject(object) || !isObject(metadata)) return object;
  return { ...object, metadata: Object.fromEntries(Object.entries(metadata).filter(([name]) => !own.has(name))) };
};

/** What two clusters have to agree about: the outcome, the reason, what is wrong in which field, what would be stored. */
export const essence = ({ status, body, warnings }: Reply): object => {
  const warned = warnings.map((warning) => warning.replace(/^\d{3} \S+ /, "")).sort();
  if (body["kind"] !== "Status" || status < 400) {
    const isList = typeof body["kind"] === "string" && body["kind"].endsWith("List");
    return { status, warned, ...(isList ? { items: itemsOf(body).length } : { stored: withoutIdentity(body) }) };
  }
  const causes = at(body, "details", "causes");
  const said = (Array.isArray(causes) ? causes : []).map((cause) => ({
    field: at(cause, "field"),
    reason: at(cause, "reason"),
    message: at(cause, "message"),
  }));
  said.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  return { status, warned, reason: body["reason"], causes: said };
};

/** Of some mistakes the API server names no field, but only says where they are. */
const placeOf = (cause: unknown): string => {
  const field = String(at(cause, "field"));
  if (field !== "<nil>") return field;
  const message = String(at(cause, "message"));
  return / in (\S+)$/.exec(message)?.[1] ?? /"([^"]+)" must validate/.exec(message)?.[1] ?? message;
};

/** The same in outline: of a refusal only what is wrong where, without the words. */
export const outline = (reply: Reply): object => {
  const { status, body } = reply;
  if (status < 400) return essence(reply);
  const causes = at(body, "details", "causes");
  const places = new Set((Array.isArray(causes) ? causes : []).map(placeOf));
  return { status, reason: body["reason"], places: [...places].sort() };
};
