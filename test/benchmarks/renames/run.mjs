// `npm run bench:renames`: renames in real repositories, compared with those of other programs.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/renames/main.ts");
