// `npm run bench:team-scale`: measures what chunks cost on the team's server, for docs/records/scale.md.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/team-scale/main.ts");
