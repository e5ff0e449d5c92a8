// Short names that tell several projects apart.
import nodePath from "node:path";

/** `app` and `web`; for two projects of the same name, `work/app` and `play/app`. */
export function labelsOf(roots: readonly string[], { sep }: Pick<typeof nodePath, "sep"> = nodePath): string[] {
  const partsOf = (root: string): string[] => root.split(sep).filter((part) => part !== "");
  return roots.map((root) => {
    const parts = partsOf(root);
    for (let length = 1; length < parts.length; length++) {
      const label = parts.slice(-length).join("/");
      const isOnly = roots.every((other) => other === root || partsOf(other).slice(-length).join("/") !== label);
      if (isOnly) {
        return label;
      }
    }
    return parts.join("/") || root;
  });
}
