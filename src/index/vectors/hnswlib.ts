// The native graph library, which is optional: it has to be compiled, so the package carries it for few platforms. The
// only file that names it.
import type { HierarchicalNSW } from "hnswlib-node";
import { loadNative, NativeModuleError, reasonOf } from "../../system/native-module.ts";

export type HnswGraph = HierarchicalNSW;
export type Hnswlib = Pick<typeof import("hnswlib-node"), "HierarchicalNSW">;

/** M 16 and efConstruction 100: 0.2 ms of building a vector; 200 takes 1.7 times as long for 0.003 of recall. */
export const GRAPH_LINKS = 16;
export const GRAPH_CONSTRUCTION = 100;

export interface HnswlibState {
  readonly hnswlib: Hnswlib | null;
  /** Why it is not available, for `doctor` and `index_status`; empty if it is. */
  readonly reason: string;
}

let loading: Promise<HnswlibState> | undefined;

/** Loads the library once a process. Where it is missing or does not load, the exact scan serves. */
export function loadHnswlib(): Promise<HnswlibState> {
  const asIs = (module: unknown) => module as Hnswlib;
  loading ??= tryHnswlib(async () => loadNative("hnswlib-node", asIs, asIs));
  return loading;
}

/** As loadHnswlib, from another importer: for tests. */
export async function tryHnswlib(importer: () => Promise<Hnswlib>): Promise<HnswlibState> {
  try {
    const hnswlib = await importer();
    // A first graph shows that the native part works, not only that its file is there.
    new hnswlib.HierarchicalNSW("ip", 2).initIndex(1);
    return { hnswlib, reason: "" };
  } catch (error) {
    const named = error instanceof NativeModuleError;
    return { hnswlib: null, reason: named ? error.message : `hnswlib-node cannot be loaded: ${reasonOf(error)}` };
  }
}
