// `npm run soak`: an hour of editing and asking.
import { runBundled } from "../../benchmarks/run-bundled.mjs";

await runBundled("test/reliability/soak/main.ts");
