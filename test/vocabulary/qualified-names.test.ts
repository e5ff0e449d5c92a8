import { describe, expect, it } from "vitest";
import { qualifiedAs } from "../../src/vocabulary/qualified-names.ts";

const SYMBOLS: readonly (readonly [file: string, path: string])[] = [
  ["tokio/src/sync/mpsc/bounded.rs", "Sender.send"],
  ["tokio/src/sync/mpsc/unbounded.rs", "UnboundedSender.send"],
  ["tokio/src/sync/oneshot.rs", "Sender.send"],
  ["tokio/src/net/udp.rs", "UdpSocket.send"],
  ["src/flask/app.py", "Flask.send"],
  ["src/flask/cli.py", "send"],
  ["Shop.Core/Mail/Outbox.cs", "Shop.Core.Outbox.send"],
  ["Shop.Core/Old/Outbox.cs", "Outbox.send"],
  ["libs/mail-queue/index.ts", "Outbox.send"],
];

/** The symbols meant by `send` with the qualifiers before it. */
function meant(qualifiers: readonly string[]): string[] {
  const symbols = SYMBOLS.map(([file, path]) => ({ file, path }));
  return qualifiedAs(symbols, qualifiers, ({ file }) => file).map(({ file, path }) => `${file} ${path}`);
}

describe("the symbols that qualifiers mean", () => {
  it.each<[name: string, qualifiers: string, expected: readonly string[]]>([
    [
      "a class alone",
      "Sender",
      ["tokio/src/sync/mpsc/bounded.rs Sender.send", "tokio/src/sync/oneshot.rs Sender.send"],
    ],
    [
      "modules tell classes of one name apart",
      "tokio sync mpsc Sender",
      ["tokio/src/sync/mpsc/bounded.rs Sender.send"],
    ],
    ["a file is a module", "tokio sync oneshot Sender", ["tokio/src/sync/oneshot.rs Sender.send"]],
    ["of one class alone", "flask app Flask", ["src/flask/app.py Flask.send"]],
    ["a package that is no folder does no harm", "crate mpsc Sender", ["tokio/src/sync/mpsc/bounded.rs Sender.send"]],
    [
      "modules that are nowhere exclude nothing",
      "crate chan Sender",
      ["tokio/src/sync/mpsc/bounded.rs Sender.send", "tokio/src/sync/oneshot.rs Sender.send"],
    ],
    [
      "names around the symbol go before modules",
      "Shop Core Outbox",
      ["Shop.Core/Mail/Outbox.cs Shop.Core.Outbox.send"],
    ],
    ["a folder for two names, in any case", "shop core old Outbox", ["Shop.Core/Old/Outbox.cs Outbox.send"]],
    ["a folder with a hyphen", "mail_queue Outbox", ["libs/mail-queue/index.ts Outbox.send"]],
    ["modules alone", "flask cli", ["src/flask/cli.py send"]],
    ["an outer module does not stand for the inner one", "flask json", []],
    ["a class is spelled as asked", "udpsocket", []],
    ["nothing fits", "nowhere", []],
  ])("%s", (_, qualifiers, expected) => {
    expect(meant(qualifiers.split(" "))).toEqual(expected);
  });

  it("are all where there are no qualifiers", () => {
    expect(meant([])).toHaveLength(SYMBOLS.length);
  });
});
