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
  "a resource version": "drops it and creates the object as long as it is a dry run, not 400",
  "another version": "warns of unknown fields too",
  "creating an object at its own address": "creates the object that the body names, not 405",
  "an update of a collection": "answers 400: name must be provided, not 405",
  "a watch with a bad version": "answers 500, not 400",
};

/** Where the catalog is known to be stored otherwise: the mock cluster fills in no defaults below pods. */
export const knownStoredDifferences: readonly string[] = [
  'ClusterServingRuntime.spec.routerConfig.runner.ports[].protocol: the mock cluster has nothing, the API server "TCP"',
];
