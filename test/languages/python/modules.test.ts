// What a module of Python has under a name that it binds more than once.
import { expect, test } from "vitest";
import { semanticsOf } from "../../../src/languages/semantics.ts";
import { openLinker } from "../../../src/linking/linker.ts";
import { miniProject } from "../../linking/mini-project.ts";

const FILES = {
  "shop/__init__.py": "from .store import Store, read\n",
  "shop/store.py": `try:
    from .fast import Store
except ImportError:
    class Store: ...

try:
    from .fast import read
except ImportError:
    from .slow import read
`,
  "shop/fast.py": "class Base:\n    def save(self): ...\n\nclass Store(Base): ...\n\ndef read(): ...\n",
  "shop/slow.py": "def read(): ...\n",
  "main.py": "import shop\n\nshop.read()\nstore = shop.Store()\nstore.save()\n",
};

async function leadsTo(name: string): Promise<string[]> {
  const { lookup, facts } = await miniProject(FILES);
  const linker = openLinker(lookup, semanticsOf);
  const groups = (facts.get("main.py")?.references ?? []).filter((group) => group.name === name);
  return groups.flatMap((group) => {
    const { value } = linker.target("main.py", group);
    const places = value.is === "definition" ? value.places : [];
    return places.map(({ path, at }) => `${path}#${facts.get(path)?.definitions[at]?.path}`);
  });
}

test("an import that may fail and what stands in for it are both meant", async () => {
  expect(await leadsTo("Store")).toEqual(["shop/fast.py#Store", "shop/store.py#Store"]);
  expect(await leadsTo("read")).toEqual(["shop/fast.py#read", "shop/slow.py#read"]);
  expect(await leadsTo("save")).toEqual(["shop/fast.py#Base.save"]);
});
