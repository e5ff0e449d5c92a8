// Stack traces of Go.
import type { TraceForms } from "../contract/traces.ts";

export const goTraces: TraceForms = {
  frames: [
    // main.(*Server).handle(0xc000010000, 0x1) /app/server.go:12 +0x1d
    {
      pattern:
        /(?<!\S)(?<name>(?:[^\s()]|\([^\s()]{1,100}\)){1,300})\([^()]{0,500}\) (?<path>[^\s()]{1,500}\.go):(?<line>\d{1,9})(?: \+0x[0-9a-f]{1,16})?(?!\S)/gu,
      alone: true,
    },
    {
      pattern:
        /(?<!\S)created by (?<name>\S{1,300})(?: in goroutine \d{1,9})? (?<path>[^\s()]{1,500}\.go):(?<line>\d{1,9})(?: \+0x[0-9a-f]{1,16})?(?!\S)/gu,
      alone: true,
    },
  ],
  boilerplate: [/\bgoroutine \d{1,9} \[[^\]]{0,100}\]:/g, /\bexit status \d{1,3}/g, /(?<!\S)\+0x[0-9a-f]{1,16}(?!\S)/g],
  external: /(?:^|\/)go\/pkg\/mod\/|^\/usr\/(?:local\/)?go\/src\//,
};
