/**
 * Where the mock cluster is known to answer otherwise than a real API server, by the name of the case: what the real one does.
 * Whoever corrects the mock cluster takes the line away; the suite fails until then.
 */
export const knownDifferences: Readonly<Record<string, string>> = {
  "an object for a text": "warns of the members of the object as unknown fields too, although it refuses the whole",
  "an object for a list": "warns of the members of the object as unknown fields too, although it refuses the whole",
  "a fraction for a whole number":
    "says float64 and int32 for number and integer, and names a second cause without a field",
  "one more than an int32":
    "names the field in the words of the cause only; the field itself is <nil>, the value empty",
  "a quantity as a fraction": "has a cause for each branch of int-or-string, some of them without a field",
  "a flag for a quantity": "has a cause for each branch of int-or-string, some of them without a field",
  "a bad value of fieldValidation": "answers 422 Invalid with a cause for fieldValidation, not 400",
  "a key twice, strictly": "answers 400: of two equal keys the last counts, but not strictly",
  "a resource version": "drops it and creates the object, not 400",
  "a bad finalizer": "answers 422: the name of a finalizer is checked",
  "another kind": "answers 422 Invalid with a cause for kind, not 400",
  "another version": "warns of unknown fields too",
  "a merge patch of the kind": "answers 422 Invalid with a cause for kind, not 400",
  "a replacement of nothing": "adds the member: its JSON patch replaces what is not there, too",
  "an update without a version": "writes the value as 0, not as 0x0",
  "creating an object at its own address": "creates the object that the body names, not 405",
  "an update of a collection": "answers 400: name must be provided, not 405",
  "an unknown resource": "answers in plain text, not with a Status",
  "an unknown version": "answers in plain text, not with a Status",
  "an unknown group": "answers in plain text, not with a Status",
  "a resource version of the future":
    "answers 504 Timeout with the cause ResourceVersionTooLarge after three seconds, not 400",
  "a match without a version":
    "answers 422 Invalid: resourceVersionMatch is forbidden unless resourceVersion is provided",
  "a bad match": "answers 422 Invalid with a cause for resourceVersionMatch, not 400",
  "a watch with a bad version": "answers 500, not 400",
};

/** Where the catalog is known to be stored otherwise: the mock cluster fills in no defaults below pods. */
export const knownStoredDifferences: readonly string[] = [
  'ClusterServingRuntime.spec.routerConfig.runner.ports[].protocol: the mock cluster has nothing, the API server "TCP"',
];
