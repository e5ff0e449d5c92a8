// A file changed without the one that nearly always changed with it.
import { shuffled } from "../../../support/random.ts";
import { isOwnCode, languageOf } from "../languages.ts";
import { type Fault, fault, type Scene } from "../scene.ts";
import { tweaked } from "./tweak.ts";

const TOGETHER_MIN = 8;
const TOGETHER_SHARE = 0.8;

export function plantMissingPartner(scene: Scene): Fault | null {
  const counts = new Map<string, number>();
  const pairs = new Map<string, number>();
  for (const changed of scene.repository.historyBefore(scene.commit)) {
    const known = changed.filter((path) => scene.files.has(path) && languageOf(path) !== null);
    for (const path of known) {
      counts.set(path, (counts.get(path) ?? 0) + 1);
      for (const other of isOwnCode(path) ? known : []) {
        pairs.set(`${path}\0${other}`, (pairs.get(`${path}\0${other}`) ?? 0) + 1);
      }
    }
  }
  const candidates = [...pairs].flatMap(([pair, together]) => {
    const [path = "", partner = ""] = pair.split("\0");
    const all = counts.get(path) ?? 0;
    const isPair = path !== partner && all >= TOGETHER_MIN && together / all >= TOGETHER_SHARE;
    return isPair && !scene.isTouched(path) && !scene.isTouched(partner) ? [{ path, partner, together, all }] : [];
  });
  for (const { path, partner, together, all } of shuffled(candidates, scene.random)) {
    const edited = tweaked(scene, path, 0, Number.POSITIVE_INFINITY);
    if (edited !== null) {
      const partners = candidates.filter((one) => one.path === path).map((one) => one.partner);
      return fault({
        form: "partner-left-out",
        language: languageOf(path)?.name ?? "other",
        edits: new Map([[path, edited]]),
        symbols: [],
        paths: [path, ...partners],
        why: `${together} of ${all} commits that changed ${path} changed ${partner}`,
      });
    }
  }
  return null;
}
