// Colours, if the output supports them.
import type { Output } from "./terminal.ts";

export type Paint = (text: string) => string;

export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
}

/** Select Graphic Rendition, ECMA-48 §8.3.117. */
const paint = (colours: boolean, on: number, off: number): Paint =>
  colours ? (text) => `\u001b[${on}m${text}\u001b[${off}m` : (text) => text;

export const styleOf = ({ colours }: Pick<Output, "colours">): Style => ({
  bold: paint(colours, 1, 22),
  dim: paint(colours, 2, 22),
  red: paint(colours, 31, 39),
  green: paint(colours, 32, 39),
  yellow: paint(colours, 33, 39),
  cyan: paint(colours, 36, 39),
});
