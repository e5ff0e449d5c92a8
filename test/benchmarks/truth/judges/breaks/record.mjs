// Records the goldens of the small form of the judge; see record.ts.
import { runBundled } from "../../../run-bundled.mjs";

await runBundled("test/benchmarks/truth/judges/breaks/record.ts");
