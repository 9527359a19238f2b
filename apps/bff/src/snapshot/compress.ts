import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Fast settings: these bodies are made anew with every revision, and level 6 of gzip takes ten times as long. */
export const compress = async (bytes: Buffer, encoding: Encoding): Promise<Buffer> => {
  switch (encoding) {
    case "br":
      return brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 4,
          // A megabyte: a larger window takes memory and finds nothing more.
          [constants.BROTLI_PARAM_LGWIN]: 20,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
        },
      });
    case "gzip":
      return zip(bytes, { level: 1 });
    case "identity":
      return bytes;
  }
};
