// Opening a file but no link: by the flags of POSIX, and by Windows' way, which is run here over real links.
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { posixLinks, windowsLinks } from "../../../src/system/platform/links.ts";

let folder: string;
const at = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "links-"));
  writeFileSync(at("file"), "content");
  symlinkSync(at("file"), at("link"));
  symlinkSync(at("nothing"), at("dangling"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const SYSTEMS = [
  ["POSIX", posixLinks],
  ["Windows", windowsLinks()],
] as const;

function textOf(descriptor: number): string {
  try {
    return readFileSync(descriptor, "utf8");
  } finally {
    closeSync(descriptor);
  }
}

it.each(SYSTEMS)("%s: a file is opened, a link refused, whether or not it leads somewhere", (_, links) => {
  expect(textOf(links.openFile(at("file")))).toBe("content");
  expect(() => links.openFile(at("link"))).toThrow("ELOOP");
  expect(() => links.openFile(at("dangling"))).toThrow("ELOOP");
  expect(() => links.openFile(at("nothing"))).toThrow("ENOENT");
  expect(textOf(links.openFollowed(at("link")))).toBe("content");
});

it.each(SYSTEMS)("%s: a new file is made, and none through a link", (_, links) => {
  const flags = constants.O_CREAT | constants.O_RDWR | constants.O_APPEND;
  closeSync(links.openFile(at("new"), flags, 0o600));
  expect(textOf(links.openFile(at("new")))).toBe("");
  expect(() => links.openFile(at("dangling"), flags, 0o600)).toThrow("ELOOP");
  expect(() => readFileSync(at("nothing"))).toThrow("ENOENT");
});

it("Windows: a link that takes the file's place between the look and the opening is refused", () => {
  writeFileSync(at("secret"), "secret");
  const swapping = windowsLinks(((path: string, flags: number, mode?: number) => {
    symlinkSync(at("secret"), at("swap"));
    renameSync(at("swap"), path);
    return openSync(path, flags, mode);
  }) as typeof openSync);
  expect(() => swapping.openFile(at("file"))).toThrow("ELOOP");
});

it("two states are of one file, on Windows whatever number Node tells for the volume", () => {
  const [one, other] = [
    { ino: 7n, dev: 0n },
    { ino: 7n, dev: 99n },
  ];
  expect(windowsLinks().isSame(one, other)).toBe(true);
  expect(windowsLinks().isSame(one, { ino: 8n, dev: 0n })).toBe(false);
  expect(posixLinks.isSame(one, other)).toBe(false);
});
