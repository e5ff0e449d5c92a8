// Which overload a call of Java means: by what its text shows of its arguments, in the class and in what that extends.
import { expect, test } from "vitest";
import { semanticsOf } from "../../src/languages/semantics.ts";
import { openLinker } from "../../src/linking/linker.ts";
import { miniProject } from "./mini-project.ts";

const FILES = {
  "shop/Base.java": `package shop;
class Base {
  void put(String name, int count) {}
  void put(Object any) {}
}`,
  "shop/Store.java": `package shop;
class Store<T> extends Base {
  long[] sums; String title() { return ""; }
  void put(String name) {}
  void put(int count) {}
  void put(T one, String... more) {}
  void put(byte[] bytes) {}
  void run(T some, final String[] names, char c) {
    var held = new byte[2];
    this.put("a" + c);
    put(names.length);
    put(title(), 3);
    put(some, names);
    put(some, names[0], title());
    put(held);
    put((byte[]) null);
    put(sums);
    for (String name : names) { put(name.trim()); }
    put(known(1));
    put(c == 'x' ? 1 : 2);
    other(x -> put(x));
  }
  <U> U known(U it) { return it; }
}`,
};

test("a call means the overload that its arguments fit", async () => {
  const { lookup, facts } = await miniProject(FILES);
  const linker = openLinker(lookup, semanticsOf);
  const calls = facts.get("shop/Store.java")?.references.filter(({ name }) => name === "put") ?? [];
  const found = calls.flatMap((group) => {
    const { value, certainty } = linker.target("shop/Store.java", group);
    const places = value.is === "definition" ? value.places : [];
    const meant = places.map(({ path, at }) => `${path.slice(5)}:${facts.get(path)?.definitions[at]?.nameLine}`);
    return group.lines.map((line) => `${line} ${group.argumentTypes} ${meant.join(" ")} ${certainty}`);
  });
  expect(found.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))).toEqual([
    "10 (String) Store.java:4 constrained",
    "11 (int) Store.java:5 constrained",
    "12 (String,int) Base.java:3 exact",
    "13 (?,String[]) Store.java:6 exact",
    "14 (?,String,String) Store.java:6 exact",
    "15 (byte[]) Store.java:7 constrained",
    "16 (byte[]) Store.java:7 constrained",
    "17 (long[]) Base.java:4 constrained",
    "18 (String) Store.java:4 constrained",
    "19 (?) Store.java:4 Store.java:5 Store.java:7 Base.java:4 constrained",
    "20 (int) Store.java:5 constrained",
    "21 (?) Store.java:4 Store.java:5 Store.java:7 Base.java:4 constrained",
  ]);
});

test("a type of the project is one of those that it extends, and none of others", async () => {
  const { lookup, facts } = await miniProject({
    "shop/Vehicle.java": "package shop;\npublic interface Vehicle {}\n",
    "shop/Truck.java": "package shop;\npublic class Truck implements Vehicle {}\n",
    "shop/Crane.java": "package shop;\npublic class Crane extends java.lang.Thread {}\n",
    "shop/Dock.java": `package shop;
class Dock {
  void load(Vehicle one) {}
  void load(Order one) {}
  void load(Runnable one) {}
  void work(Truck truck, Crane crane, java.util.Date day) {
    load(truck);
    load(crane);
    load(day);
  }
}
class Order {}
`,
  });
  const linker = openLinker(lookup, semanticsOf);
  const calls = facts.get("shop/Dock.java")?.references.filter(({ name }) => name === "load") ?? [];
  const found = calls.flatMap((group) => {
    const { value } = linker.target("shop/Dock.java", group);
    const places = value.is === "definition" ? value.places : [];
    return group.lines.map(
      (line) => `${line} ${places.map(({ path, at }) => facts.get(path)?.definitions[at]?.nameLine).join(" ")}`,
    );
  });
  // None of the three takes a Date: nothing is known better than all.
  expect(found.sort()).toEqual(["7 3", "8 5", "9 3 4 5"]);
});

test("a call of C++ means the overloads that take so many arguments, their prototype and their definition", async () => {
  const files = {
    "store.h": `#pragma once
#include <string>
class Store {
 public:
  void put(int count, bool twice = false);
  void put(const std::string& name, int count, int price);
  template <typename... Rest> void log(const char* text, Rest&&... rest);
  void log();
};
`,
    "store.cpp": `#include "store.h"
void Store::put(int count, bool twice) {}
void Store::put(const std::string& name, int count, int price) {}
void fill(Store& store, int size) {
  store.put(1);
  store.put(size, true);
  store.put("a", 1, 2);
  store.put(many(size)...);
  store.log();
  store.log("a", 1, size);
}
`,
  };
  const { lookup, facts } = await miniProject(files);
  const linker = openLinker(lookup, semanticsOf);
  const found = (facts.get("store.cpp")?.references ?? [])
    .filter(({ name, roles }) => roles.includes("call") && name !== "many")
    .flatMap((group) => {
      const { value } = linker.target("store.cpp", group);
      const places = value.is === "definition" ? value.places : [];
      const meant = places.map(({ path, at }) => `${path.slice(6)}:${facts.get(path)?.definitions[at]?.nameLine}`);
      return group.lines.map((line) => `${line} ${meant.sort().join(" ")}`);
    });
  expect(found.sort()).toEqual([
    "10 h:7",
    "5 cpp:2 h:5",
    "6 cpp:2 h:5",
    "7 cpp:3 h:6",
    "8 cpp:2 cpp:3 h:5 h:6",
    "9 h:8",
  ]);
});

test("templates of C++ that differ in their conditions alone are several: which of them is called is not sure", async () => {
  const files = {
    "match.h": `template <typename T> enable_if_t<is_matcher<T>::value, int> contains(T&& matcher) { return 1; }
template <typename T> enable_if_t<!is_matcher<T>::value, int> contains(T&& element) { return 2; }
template <typename T> int count(T&& one);
template <typename U = int, typename T> int sum(T&& one);
`,
    "main.cpp": `#include "match.h"
template <typename T> int count(T&& one) { return 1; }
int main() { return contains(1) + count(2); }
`,
  };
  const { lookup, facts } = await miniProject(files);
  const linker = openLinker(lookup, semanticsOf);
  const certainties = (facts.get("main.cpp")?.references ?? [])
    .filter(({ roles }) => roles.includes("call"))
    .map((group) => `${group.name} ${linker.target("main.cpp", group).certainty}`);
  expect(certainties.sort()).toEqual(["contains constrained", "count exact"]);
});
