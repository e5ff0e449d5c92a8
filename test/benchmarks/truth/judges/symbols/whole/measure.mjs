// Compares whole symbols with what parsers say; see measure.ts.
import { runBundled } from "../../../../run-bundled.mjs";

await runBundled("test/benchmarks/truth/judges/symbols/whole/measure.ts");
