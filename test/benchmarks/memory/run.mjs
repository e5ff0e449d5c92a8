// `npm run bench:memory -- PROJECT [PROJECT…]`: the memory of all processes of the program, idle and while it embeds.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/memory/main.ts");
