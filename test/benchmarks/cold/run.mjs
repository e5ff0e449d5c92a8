// `npm run bench:cold`: measures what a server answers about a project that it has never seen.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/cold/main.ts");
