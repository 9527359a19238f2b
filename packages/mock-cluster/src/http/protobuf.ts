import type { Json, JsonObject } from "../json.ts";
import { badRequest } from "../status.ts";

/** What kubectl sends for `create namespace`, and for nothing else that is served here. */
export const protobufType = "application/vnd.kubernetes.protobuf";

const magic = Buffer.from("k8s\0");

/** A Namespace in the form of Kubernetes: a prefix, then an envelope with apiVersion and kind around the object. */
export function readNamespace(body: Buffer): JsonObject {
  if (!body.subarray(0, magic.length).equals(magic)) throw badRequest("provided data does not appear to be a protobuf");
  const envelope = readMessage(body.subarray(magic.length));
  const type = readMessage(bytes(envelope, 1));
  const metadata = readMessage(bytes(readMessage(bytes(envelope, 2)), 1));
  const texts = { name: 1, generateName: 2, namespace: 3, uid: 5, resourceVersion: 6 };
  const maps = { labels: 11, annotations: 12 };
  const finalizers = (metadata.get(14) ?? []).map(String);
  return {
    apiVersion: bytes(type, 1).toString(),
    kind: bytes(type, 2).toString(),
    metadata: {
      ...filledEntries(texts, (field) => bytes(metadata, field).toString() || undefined),
      ...filledEntries(maps, (field) => {
        const entries = (metadata.get(field) ?? []).map(readMessage);
        if (entries.length === 0) return undefined;
        return Object.fromEntries(entries.map((entry) => [bytes(entry, 1).toString(), bytes(entry, 2).toString()]));
      }),
      ...(finalizers.length === 0 ? {} : { finalizers }),
    },
  };
}

/** By its number, every value of each field that holds bytes; fields of other types are passed over. */
type Message = ReadonlyMap<number, readonly Buffer[]>;

function readMessage(message: Buffer): Message {
  const fields = new Map<number, Buffer[]>();
  let position = 0;
  const skip = (length: number): Buffer => {
    const end = position + length;
    if (end > message.length) throw badRequest("unexpected EOF");
    const skipped = message.subarray(position, end);
    position = end;
    return skipped;
  };
  const readVarint = (): number => {
    let value = 0;
    for (let scale = 1; scale < 2 ** 70; scale *= 128) {
      const byte = skip(1)[0] ?? 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw badRequest("proto: integer overflow");
  };
  while (position < message.length) {
    const tag = readVarint();
    const field = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        readVarint();
        break;
      case 1:
        skip(8);
        break;
      case 2: {
        const values = fields.get(field) ?? [];
        values.push(skip(readVarint()));
        fields.set(field, values);
        break;
      }
      case 5:
        skip(4);
        break;
      default:
        throw badRequest(`proto: illegal wireType ${tag % 8}`);
    }
  }
  return fields;
}

/** Of a field that is stated more than once the last one counts. */
function bytes(message: Message, field: number): Buffer {
  return message.get(field)?.at(-1) ?? Buffer.alloc(0);
}

function filledEntries(
  fields: Readonly<Record<string, number>>,
  read: (field: number) => Json | undefined,
): JsonObject {
  const entries = Object.entries(fields).map(([name, field]) => [name, read(field)] as const);
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, Json] => entry[1] !== undefined));
}
