/** Requests of the tests of fixes. */
import { request } from "node:http";

export interface Asked {
  readonly status: number;
  readonly text: string;
}

interface Question {
  readonly method?: "GET" | "POST" | "PATCH";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A connection of its own for each: one kept open may be closed by the other side while this process is busy. */
export const ask = (url: string, { method = "GET", headers = {}, body }: Question = {}): Promise<Asked> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const asked = request(url, { method, agent: false, headers: { ...headers, ...length } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.once("error", reject);
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    });
    asked.once("error", reject);
    asked.end(body);
  });

export const askJson = async <Value>(url: string): Promise<Value> => JSON.parse((await ask(url)).text) as Value;
