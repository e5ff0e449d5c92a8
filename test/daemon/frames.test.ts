import type { Socket } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameReader, sendBytes, sendValue } from "../../src/daemon/frames.ts";

/** What a socket was given to write. */
function recorder(): { readonly socket: Socket; readonly bytes: () => Buffer } {
  const parts: Buffer[] = [];
  const socket = {
    cork: () => undefined,
    uncork: () => undefined,
    write: (part: Buffer) => {
      parts.push(part);
      return true;
    },
  } as unknown as Socket;
  return { socket, bytes: () => Buffer.concat(parts) };
}

type Frame = readonly [kind: string, payload: string];

function framesOf(bytes: Buffer, cuts: readonly number[]): Frame[] {
  const frames: [string, string][] = [];
  const reader = new FrameReader((kind, payload) => frames.push([kind, payload.toString("latin1")]));
  let start = 0;
  for (const cut of [...cuts, bytes.length].sort((a, b) => a - b)) {
    reader.push(bytes.subarray(start, cut));
    start = Math.max(start, cut);
  }
  return frames;
}

describe("frames", () => {
  it("arrive as they were sent, however their bytes are cut", () => {
    const frame = fc.tuple(fc.constantFrom("input" as const, "output" as const, "error" as const), fc.uint8Array());
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 6 }), fc.array(fc.nat(200)), (sent, cuts) => {
        const { socket, bytes } = recorder();
        for (const [kind, payload] of sent) {
          sendBytes(socket, kind, Buffer.from(payload));
        }
        const expected = sent.map(([kind, payload]) => [kind, Buffer.from(payload).toString("latin1")]);
        expect(
          framesOf(
            bytes(),
            cuts.filter((cut) => cut < bytes().length),
          ),
        ).toEqual(expected);
      }),
    );
  });

  it("of more than a mebibyte are sent in parts", () => {
    const { socket, bytes } = recorder();
    sendBytes(socket, "output", Buffer.alloc(2_500_000, "a"));
    expect(framesOf(bytes(), []).map(([kind, payload]) => [kind, payload.length])).toEqual([
      ["output", 1_048_576],
      ["output", 1_048_576],
      ["output", 402_848],
    ]);
  });

  it("of values hold JSON", () => {
    const { socket, bytes } = recorder();
    sendValue(socket, "exit", 2);
    sendValue(socket, "declined");
    expect(framesOf(bytes(), [])).toEqual([
      ["exit", "2"],
      ["declined", "null"],
    ]);
  });

  it.each([
    ["an unknown kind", [200, 0, 0, 0, 0]],
    ["more bytes than any frame has", [1, 255, 0, 0, 0]],
  ])("with %s are refused", (_name, bytes) => {
    expect(() => framesOf(Buffer.from(bytes), [])).toThrow("not a frame");
  });
});
