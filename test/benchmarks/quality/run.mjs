// `npm run bench:quality`: measures ranking on judged queries.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/quality/main.ts");
