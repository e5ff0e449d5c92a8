// ONNX Runtime's native binding for the bundled `onnxruntime-node`, which would look for it beside its own code
// (build.config.mjs puts this call there).
import { loadNative } from "../system/native-module.ts";

const asIs = (binding: unknown): unknown => binding;

/** The binding; throws NativeModuleError where there is none for this machine. */
export const loadOnnxBinding = (): unknown => loadNative("onnxruntime-node", asIs, asIs);
