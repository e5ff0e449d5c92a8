// `npm run bench:fit`: fits the ranking weights to judged queries.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/fit/main.ts");
