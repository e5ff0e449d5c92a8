// `npm run bench:edits`: drawn edits of symbols in real files, judged by their bytes, by the other symbols and by outside parsers.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/edits/main.ts", { program: false });
