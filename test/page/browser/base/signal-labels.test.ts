import { expect, test } from "vitest";
import { labelOfSignal } from "../../../../src/page/browser/base/signal-labels.ts";
import { WEIGHTS } from "../../../../src/search/ranking/weights.ts";

/** `chunkWords` is `chunk_words` on the wire. */
const onTheWire = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test.each(Object.keys(WEIGHTS).map(onTheWire))("the signal %s has words of its own", (name) => {
  expect(labelOfSignal(name)).not.toBe(name.replaceAll("_", " "));
});
