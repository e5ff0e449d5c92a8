// `npm run bench:team`: measures a team's index beside the embedded one.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/team/main.ts");
