// `npm run bench:savings`: what an answer costs beside grep and reading files, on judged tasks.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/savings/main.ts");
