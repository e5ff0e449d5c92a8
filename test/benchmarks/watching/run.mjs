// `npm run bench:watching`: what having changes told costs, and what it misses.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/watching/main.ts", { program: false });
