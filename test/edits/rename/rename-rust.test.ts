// Renames in Rust and C++.
import { describe, expect, it } from "vitest";
import { rename } from "./rename-scene.ts";

const CRATE = {
  "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\n',
  "src/lib.rs": "pub mod store;\npub use store::open_store;\npub use store::Store as Shop;\n",
  "src/store.rs": `pub trait Save {
    fn save(&mut self, key: &str);
}

pub struct Store {
    pub size: usize,
}

impl Save for Store {
    fn save(&mut self, key: &str) {
        self.size += key.len();
    }
}

pub fn open_store(size: usize) -> Store {
    let Store { size } = Store { size };
    Store { size }
}
`,
  "src/main.rs": `use shop::store::{open_store, Save};

fn main() {
    let mut store = open_store(1);
    store.save("a");
    println!("{}", store.size);
}
`,
};

describe("rename_symbol in Rust", () => {
  it("follows `use`, also the public ones", async () => {
    const { files, refusals } = await rename(CRATE, "src/store.rs#open_store", "make_store");
    expect(refusals).toEqual([]);
    expect(
      Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.split("make_store").length - 1])),
    ).toEqual({
      "src/lib.rs": 1,
      "src/main.rs": 2,
      "src/store.rs": 1,
    });
  });

  it("writes the shorthands of a field out", async () => {
    const { files, refusals } = await rename(CRATE, "src/store.rs#Store.size", "len");
    expect(refusals).toEqual([]);
    expect(files["src/store.rs"]).toContain("let Store { len: size } = Store { len: size };\n    Store { len: size }");
    expect(files["src/store.rs"]).toContain("self.len += key.len();");
  });

  it("renames a trait's method with its implementations", async () => {
    const { files, refusals } = await rename(CRATE, "src/store.rs#Save.save", "put");
    expect(refusals).toEqual([]);
    expect(files["src/store.rs"]).toBe(CRATE["src/store.rs"].replaceAll("save(", "put("));
    expect(files["src/main.rs"]).toBe(CRATE["src/main.rs"].replace("store.save(", "store.put("));
  });
});

const TRAITS = `pub struct Store;

impl Named for Store {
    fn name(&self) -> u32 {
        1
    }
    fn build() -> Self {
        Store
    }
}
`;

describe("what a library's trait asks for", () => {
  const files = {
    "Cargo.toml": CRATE["Cargo.toml"],
    "src/lib.rs": "mod store;\nmod more;\n",
    "src/store.rs": TRAITS,
    "src/more.rs": "use crate::store::Store;\n\nimpl Read for Store {\n    fn read(&self) {}\n}\n",
  };
  it.each(["src/store.rs#Store.name", "src/store.rs#Store.build", "src/more.rs#Store.read"])(
    "keeps its name: %s",
    async (symbol) => {
      const { refusals } = await rename(files, symbol, "other");
      expect(refusals.join()).toContain("may override or implement a member of a library, which keeps its name");
    },
  );
});

describe("names in attributes and in the rules of macros", () => {
  it("are renamed where a path is written", async () => {
    const cli = `use crate::store::open_store;

#[derive(Parser)]
struct Opts {
    #[arg(open_store, value_parser = crate::store::open_store, other(a = open_store))]
    size: u32,
}

macro_rules! opened {
    ($name:ident) => {
        fn $name(open_store: u32) { $crate::store::open_store(1); open_store(1) }
    };
}
`;
    const { files, refusals } = await rename(
      { ...CRATE, "src/lib.rs": "mod cli;\npub mod store;\n", "src/cli.rs": cli },
      "src/store.rs#open_store",
      "make_store",
    );
    expect(refusals).toEqual([]);
    expect(files["src/cli.rs"]).toBe(
      cli
        .replaceAll("store::open_store", "store::make_store")
        .replace("a = open_store", "a = make_store")
        .replace("; open_store(1)", "; make_store(1)"),
    );
  });
});

const PROGRAM = {
  "store.h": `class Store {
 public:
  explicit Store(int size);
  ~Store();
  void save(const char* key);
 private:
  int size_;
};
`,
  "store.cpp": `#include "store.h"

Store::Store(int size) : size_(size) {}
Store::~Store() {}
void Store::save(const char* key) { size_ += key[0]; }
`,
  "main.cpp": `#include "store.h"

int main() {
  Store store(1);
  store.save("a");
}
`,
};

describe("rename_symbol in C++", () => {
  it("renames a method in its header, its source and its uses", async () => {
    const { files, refusals } = await rename(PROGRAM, "store.h#Store.save", "put");
    expect(refusals).toEqual([]);
    expect(files).toEqual({
      "store.h": PROGRAM["store.h"].replace("save", "put"),
      "store.cpp": PROGRAM["store.cpp"].replace("save", "put"),
      "main.cpp": PROGRAM["main.cpp"].replace("save", "put"),
    });
  });

  it("renames what overrides a method that is named where its body stands", async () => {
    const file = `class Env {
 public:
  virtual int open(const char* path);
};
int Env::open(const char* path) { return 0; }
class Posix : public Env {
 public:
  int open(const char* path) override { return 1; }
};
`;
    const { files, refusals } = await rename({ "env.cc": file }, "env.cc:5", "create");
    expect(refusals).toEqual([]);
    expect(files["env.cc"]).toBe(file.replaceAll("open(", "create("));
  });

  it("renames a class with its constructors and destructor", async () => {
    const { files, refusals } = await rename(PROGRAM, "store.h#Store", "Depot");
    expect(refusals).toEqual([]);
    expect(files).toEqual({
      "store.h": PROGRAM["store.h"].replaceAll("Store", "Depot"),
      "store.cpp": PROGRAM["store.cpp"].replaceAll("Store", "Depot"),
      "main.cpp": PROGRAM["main.cpp"].replaceAll("Store", "Depot"),
    });
  });
});

it("renames raw names, and names in strings of attributes", async () => {
  const { files, refusals, left } = await rename(
    {
      "Cargo.toml": CRATE["Cargo.toml"],
      "src/lib.rs":
        'pub mod m { pub fn check() -> u8 { 1 } }\npub fn f() -> u8 { m::r#check() }\n#[serde(default = "m::check", with = "check")]\npub struct A;\n',
    },
    "src/lib.rs#m.check",
    "verify",
  );
  expect(refusals).toEqual([]);
  expect(left.map((place) => place.split(" ")[0])).toEqual(["src/lib.rs:3"]);
  expect(files["src/lib.rs"]).toBe(
    'pub mod m { pub fn verify() -> u8 { 1 } }\npub fn f() -> u8 { m::r#verify() }\n#[serde(default = "m::verify", with = "check")]\npub struct A;\n',
  );
});
