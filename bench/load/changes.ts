/** What happens in the cluster: patches that change verdicts, states of models and services, creations and deletions. */
import type { Door } from "../../packages/mock-cluster/src/index.ts";
import { aModel, aRange, aRuntime, aService, type KubernetesObject, someSize } from "./objects.ts";
import { createRandom, type Random } from "./random.ts";

/** One change of one object, as the watch tells it. */
export interface Change {
  /** When the event was written, in milliseconds of the clock that all processes of a machine share. */
  readonly at: number;
  readonly kind: string;
  /** The resource key of the product's events. */
  readonly key: string;
}

export interface ClusterSize {
  readonly models: number;
  readonly runtimes: number;
  readonly services: number;
}

export interface Changes {
  readonly objects: number;
  next(): Change;
}

/** Milliseconds since the machine was started. Unlike the time of day, nobody sets it. */
export const monotonicNow = (): number => Number(process.hrtime.bigint()) / 1e6;

const keyOf = ({ kind, metadata: { name, namespace } }: KubernetesObject): string =>
  [kind, ...(namespace === undefined ? [] : [namespace]), name].map(encodeURIComponent).join("/");

/** The object with another spec or status; every change of a spec counts its generation up. */
const patched = (
  object: KubernetesObject,
  { spec = {}, status }: { spec?: object; status?: object },
): KubernetesObject => ({
  ...object,
  metadata: { ...object.metadata, generation: object.metadata.generation + 1 },
  spec: { ...object.spec, ...spec },
  ...(object.status === undefined && status === undefined ? {} : { status: { ...object.status, ...status } }),
});

const patchModel = (model: KubernetesObject, random: Random): KubernetesObject => {
  switch (random.below(4)) {
    case 0:
      return patched(model, { spec: { modelParameterSize: someSize(random) } });
    case 1:
      return patched(model, { spec: { quantization: random.pick(["fp8", "int4"]) } });
    case 2: {
      const framework = { name: "transformers", version: `4.${random.below(60)}.${random.below(2)}` };
      return patched(model, { spec: { modelFramework: framework } });
    }
    default:
      return patched(model, {
        status: { nodesReady: Array.from({ length: random.below(9) }, (_, at) => `node-${at}`) },
      });
  }
};

const patchRuntime = (runtime: KubernetesObject, random: Random): KubernetesObject => {
  const entries = runtime.spec["supportedModelFormats"] as readonly Readonly<Record<string, unknown>>[];
  switch (random.below(4)) {
    case 0:
      return patched(runtime, { spec: { disabled: runtime.spec["disabled"] !== true && random.happens(1 / 4) } });
    case 1:
      return patched(runtime, { spec: { modelSizeRange: aRange(random) } });
    case 2:
      return patched(runtime, {
        spec: { supportedModelFormats: entries.map((entry) => ({ ...entry, priority: 1 + random.below(3) })) },
      });
    default:
      return patched(runtime, {
        spec: { supportedModelFormats: entries.map((entry) => ({ ...entry, autoSelect: random.happens(2 / 3) })) },
      });
  }
};

const patchService = (service: KubernetesObject, random: Random): KubernetesObject =>
  patched(service, {
    status: {
      conditions: [{ type: "Ready", status: random.pick(["True", "False"]), reason: `Try${random.below(1e6)}` }],
    },
  });

/** Objects in the order in which they were changed: the one that was left alone longest comes next. */
const createRing = (objects: readonly KubernetesObject[]) => {
  const waiting = [...objects];
  return {
    take(): KubernetesObject {
      const object = waiting.shift();
      if (object === undefined) throw new Error("all objects are gone");
      return object;
    },
    giveBack: (object: KubernetesObject): number => waiting.push(object),
  };
};

/**
 * Fills the cluster through its door and makes changes, one a call. No object is changed again before nearly all others of
 * its kind were, so that an event which names it can only mean this change.
 */
export const createChanges = (door: Door, size: ClusterSize, seed = 20_260_301): Changes => {
  const random = createRandom(seed);
  const models = Array.from({ length: size.models }, (_, index) => aModel(`model-${index}`, random));
  const runtimes = Array.from({ length: size.runtimes }, (_, index) => aRuntime(`runtime-${index}`, random));
  const services = Array.from({ length: size.services }, (_, index) =>
    aService(`service-${index}`, models, runtimes, random),
  );
  for (const object of [...models, ...runtimes, ...services]) door.put(object);
  const modelRing = createRing(models);
  const runtimeRing = createRing(runtimes);
  const serviceRing = createRing(services);
  const created: KubernetesObject[] = [];
  let creations = 0;

  const put = (object: KubernetesObject): Change => {
    const at = monotonicNow();
    door.put(object);
    return { at, kind: object.kind, key: keyOf(object) };
  };
  const patchNext = (
    ring: ReturnType<typeof createRing>,
    patch: (object: KubernetesObject, random: Random) => KubernetesObject,
  ): Change => {
    const next = patch(ring.take(), random);
    ring.giveBack(next);
    return put(next);
  };
  const create = (): Change => {
    creations += 1;
    const name = `new-${creations}`;
    const object = random.happens(1 / 5) ? aRuntime(name, random) : aModel(name, random);
    created.push(object);
    return put(object);
  };
  const remove = (): Change => {
    const object = created.shift();
    if (object === undefined) return create();
    const { name, namespace } = object.metadata;
    const at = monotonicNow();
    door.remove({ kind: object.kind, name, ...(namespace === undefined ? {} : { namespace }) });
    return { at, kind: object.kind, key: keyOf(object) };
  };

  return {
    objects: models.length + runtimes.length + services.length,
    next() {
      const chance = random.below(100);
      if (chance < 65) return patchNext(modelRing, patchModel);
      if (chance < 85) return patchNext(runtimeRing, patchRuntime);
      if (chance < 95) return patchNext(serviceRing, patchService);
      // More than a few hundred created ones wait before the first of them is deleted.
      return chance < 97 || created.length < 100 ? create() : remove();
    },
  };
};
