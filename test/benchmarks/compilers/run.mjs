// `npm run bench:compilers`: renames, moves and deletions in real repositories, judged by the language's own compiler.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/compilers/main.ts");
