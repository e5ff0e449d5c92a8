// Time limits of the program are limits of the clock, so what is read within them depends on how busy the machine is. A test
// whose subject is another bound stops the clock.
import { onTestFinished, vi } from "vitest";

/** Until the end of the test, `performance.now()` answers the same. */
export function stopClock(): void {
  const spy = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  onTestFinished(() => {
    spy.mockRestore();
  });
}
