// `npm run bench:pooled`: one ranked list over several projects, by a second judge.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/pooled/main.ts");
