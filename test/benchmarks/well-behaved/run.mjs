// `npm run bench:well-behaved -- PROJECT`: how soon cancelled work ends, and how true its time left was.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/well-behaved/main.ts");
