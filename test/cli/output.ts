// Outputs for tests: what a terminal or a pipe would have received.
import type { Output } from "../../src/cli/terminal.ts";

export interface CapturedOutput extends Output {
  readonly text: () => string;
}

export function captureOutput(options: Partial<Omit<Output, "write">> = {}): CapturedOutput {
  let text = "";
  return {
    terminal: false,
    colours: false,
    columns: 80,
    ...options,
    write: (part) => {
      text += part;
    },
    text: () => text,
  };
}
