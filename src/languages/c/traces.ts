// Stack traces of debuggers: gdb, lldb.
import type { TraceForms } from "../contract/traces.ts";

export const debuggerTraces: TraceForms = {
  frames: [
    // #1 0x0000555 in total (cart=0x7ffd, count=1) at src/cart.c:12
    {
      pattern:
        /(?<!\S)#\d{1,4} (?:0x[0-9a-f]{1,16} in )?(?<name>[^\s()]{1,300}) ?\([^()]{0,500}\) at (?<path>[^\s()]{1,500}?):(?<line>\d{1,9})(?!\S)/gu,
      alone: true,
    },
  ],
  boilerplate: [/(?<!\S)#\d{1,4} 0x[0-9a-f]{1,16} in \S{1,300} \([^()]{0,300}\)(?: from \S{1,300})?/g],
  external: /^\/usr\/(?:local\/)?(?:lib|include)\/|^(?:\.{0,2}\/)*(?:sysdeps|csu|nptl)\//,
};
