// L-BFGS (Nocedal, 1980; two-loop recursion, backtracking by Armijo's rule): the minimum of a smooth function with its
// gradient. Deterministic; knows nothing of ranking.

export interface Slope {
  readonly value: number;
  readonly gradient: readonly number[];
}

const MEMORY = 8;
const ITERATIONS_MAX = 200;
/** Euclidean length of the gradient, below which the point counts as the minimum, for each unit of the value. */
const GRADIENT_MIN = 1e-6;
const ARMIJO = 1e-4;
const STEP_MIN = 1e-12;

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0);
/** a + by × b. */
const plus = (a: readonly number[], b: readonly number[], by: number): number[] =>
  a.map((one, at) => one + by * (b[at] ?? 0));

interface Step {
  readonly moved: readonly number[];
  readonly bent: readonly number[];
  readonly inverse: number;
}

/** The gradient as the curvature of the latest steps, oldest first, turns it. */
function direction(gradient: readonly number[], steps: readonly Step[]): number[] {
  let q = [...gradient];
  const taken: { step: Step; alpha: number }[] = [];
  for (const step of [...steps].reverse()) {
    const alpha = step.inverse * dot(step.moved, q);
    q = plus(q, step.bent, -alpha);
    taken.unshift({ step, alpha });
  }
  const latest = steps.at(-1);
  const scale =
    latest === undefined
      ? 1 / Math.max(1, Math.sqrt(dot(gradient, gradient)))
      : dot(latest.moved, latest.bent) / dot(latest.bent, latest.bent);
  let r = q.map((one) => one * scale);
  for (const { step, alpha } of taken) {
    r = plus(r, step.moved, alpha - step.inverse * dot(step.bent, r));
  }
  return r.map((one) => -one);
}

/** The point of least value that is reached from `start`: for a convex function, the minimum. */
export function minimise(slopeAt: (point: readonly number[]) => Slope, start: readonly number[]): readonly number[] {
  let point = [...start];
  let slope = slopeAt(point);
  let steps: Step[] = [];
  for (let iteration = 0; iteration < ITERATIONS_MAX; iteration++) {
    const { value, gradient } = slope;
    if (Math.sqrt(dot(gradient, gradient)) <= GRADIENT_MIN * Math.max(1, Math.abs(value))) {
      break;
    }
    const toward = direction(gradient, steps);
    const descent = dot(gradient, toward);
    let by = 1;
    let next = slopeAt(plus(point, toward, by));
    while (next.value > value + ARMIJO * by * descent && by > STEP_MIN) {
      by /= 2;
      next = slopeAt(plus(point, toward, by));
    }
    if (next.value >= value) {
      break;
    }
    const moved = toward.map((one) => one * by);
    const bent = plus(next.gradient, gradient, -1);
    const curvature = dot(moved, bent);
    // Without positive curvature the recursion would not go down.
    steps = curvature > 0 ? [...steps, { moved, bent, inverse: 1 / curvature }].slice(-MEMORY) : steps;
    point = plus(point, moved, 1);
    slope = next;
  }
  return point;
}
