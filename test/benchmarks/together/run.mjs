// `npm run bench:together`: measures one ranked list over several projects.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/together/main.ts");
