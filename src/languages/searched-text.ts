// What searches of a text look at: all of it, but for what its language says that programs put there.
import { blank } from "../syntax/blank.ts";
import { LANGUAGES } from "./registry.ts";

const WITH_UNSEARCHED = LANGUAGES.flatMap(({ extensions, unsearched }) =>
  unsearched === undefined ? [] : extensions.map((extension) => ({ extension: extension.toLowerCase(), unsearched })),
);

const unsearchedIn = (path: string) => {
  const name = path.toLowerCase();
  return WITH_UNSEARCHED.find(({ extension }) => name.endsWith(extension))?.unsearched;
};

/** The text of a file with a blank for each character that no search should find: every other one keeps its place. */
export function searchedText(path: string, text: string): string {
  const unsearched = unsearchedIn(path);
  if (unsearched === undefined) {
    return text;
  }
  let searched = "";
  for (const { start, end } of unsearched(text)) {
    searched += text.slice(searched.length, start) + blank(text.slice(start, end));
  }
  return searched + text.slice(searched.length);
}

/** The same with the lines empty that have nothing to be found: an image is one line as long as a book. */
export const shownText = (path: string, text: string): string => {
  const searched = searchedText(path, text);
  return searched === text ? text : searched.replace(/^[^\S\r\n]+$/gm, "");
};

/** The same of bytes, of which as many are left. */
export const searchedBytes = (path: string, bytes: Buffer): Buffer =>
  unsearchedIn(path) === undefined ? bytes : Buffer.from(searchedText(path, bytes.toString("latin1")), "latin1");
