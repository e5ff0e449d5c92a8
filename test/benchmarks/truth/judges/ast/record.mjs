// Records what the small form of the judge reads; see record.ts.
import { runBundled } from "../../../run-bundled.mjs";

await runBundled("test/benchmarks/truth/judges/ast/record.ts", { program: false });
