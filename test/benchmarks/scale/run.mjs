// `npm run bench:project`: writes a large project made from real sources.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/scale/main.ts", { program: false });
