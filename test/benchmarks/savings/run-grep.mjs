// `npm run bench:grep`: how near the estimate of what grep would have printed is to what rg prints.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/savings/measure-grep.ts");
