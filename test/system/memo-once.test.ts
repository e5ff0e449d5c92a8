// What is opened once: for all who ask meanwhile, again after a failure, and not at all for who only looks.
import { expect, it, vi } from "vitest";
import { once } from "../../src/system/memo.ts";

it("opens at the first wish, for all who wish meanwhile and later", async () => {
  const open = vi.fn(async () => ({}));
  const shared = once(open);
  expect(await shared.opened()).toBeNull();
  const [first, second] = await Promise.all([shared.get(), shared.get()]);
  expect(second).toBe(first);
  expect(await shared.get()).toBe(first);
  expect(await shared.opened()).toBe(first);
  expect(open).toHaveBeenCalledTimes(1);
});

it("opens anew after a failure, which is told to who wished and not to who looks", async () => {
  const open = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("not yet")).mockResolvedValue("open");
  const shared = once(open);
  const failed = shared.get();
  const looked = shared.opened();
  await expect(failed).rejects.toThrow("not yet");
  expect(await looked).toBeNull();
  expect(await shared.get()).toBe("open");
  expect(await shared.opened()).toBe("open");
});
