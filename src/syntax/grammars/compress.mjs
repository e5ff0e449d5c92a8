// How grammars are stored, by the build and in this folder: a tenth of their size, unpacked again as each is loaded.
import { brotliCompressSync, constants } from "node:zlib";

export const compress = (wasm) =>
  brotliCompressSync(wasm, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: wasm.length },
  });
