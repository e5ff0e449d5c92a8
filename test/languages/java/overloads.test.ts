// Which overload of Java a call means, as javac chooses it, and all that it may mean where the text does not show enough.
import { expect, test } from "vitest";
import { chooseOverloads } from "../../../src/languages/java/overloads.ts";

test.each([
  // By their number.
  ["()", ["()", "(int)"], ["()"], true],
  ["(?)", ["()", "(int)", "(int,int)"], ["(int)"], true],
  ["(?,?)", ["(int)", "(String,Object...)"], ["(String,Object...)"], true],
  ["(?)", ["(int)", "(int,Object...)"], ["(int)", "(int,Object...)"], true],
  // By their types.
  ["(String)", ["(int)", "(String)", "(char[])"], ["(String)"], true],
  ["(String)", ["(Object)", "(CharSequence)", "(Order)"], ["(CharSequence)"], false],
  ["(int)", ["(long)", "(double)", "(byte)", "(Integer)", "(Object)"], ["(long)"], false],
  ["(int)", ["(Object)", "(Integer)", "(Long)", "(boolean)"], ["(Integer)"], false],
  ["(Integer)", ["(int)", "(Object)"], ["(Object)"], false],
  ["(boolean)", ["(String)", "(char)", "(int[])", "(Order)"], [], true],
  ["(byte[])", ["(boolean[])", "(byte[])", "(Object[])", "(?[])"], ["(byte[])"], true],
  ["(Order[])", ["(boolean[])", "(byte[])", "(Object[])"], ["(Object[])"], true],
  ["(null)", ["(int)", "(String)", "(Order)"], ["(String)", "(Order)"], true],
  ["(->)", ["(String)", "(Runnable)", "(int[])"], ["(Runnable)"], true],
  ["(Order,?)", ["(Order,int)", "(Object,int)"], ["(Order,int)"], false],
  ["(Order,?)", ["(Order,int)", "(Object,String)"], ["(Order,int)", "(Object,String)"], true],
  ["(Order)", ["(Buyer)", "(Object)"], ["(Buyer)", "(Object)"], true],
  ["(?)", ["(int)", "(String)"], ["(int)", "(String)"], true],
  // By what Java's own types extend: a List is declared as one, whatever else the value is.
  ["(List)", ["(Iterable)", "(Iterator)", "(Object[])", "(?...)"], ["(Iterable)"], false],
  ["(Object)", ["(String)", "(Order)", "(Object)"], ["(Object)"], true],
  ["(?,Class)", ["(Object,Type)", "(Object,Appendable)"], ["(Object,Type)"], true],
  // Arguments that are gathered come last.
  ["(String,String)", ["(String...)", "(String,String)"], ["(String,String)"], false],
  ["(String[])", ["(Object)", "(String...)"], ["(String...)"], false],
  ["(int,int)", ["(String...)", "(int...)"], ["(int...)"], true],
  ["(String)", ["(String,Object...)", "(String)"], ["(String)"], false],
])("%s of %j may be %j", (given, signatures, expected, isSure) => {
  const chosen = chooseOverloads(given, signatures);
  expect([chosen.at.map((at) => signatures[at]), chosen.isSure]).toEqual([expected, isSure]);
});

test("parameters that were not read may always be meant", () => {
  expect(chooseOverloads("(int)", [null, "(int)"]).at).toEqual([0, 1]);
});

test("what extends what is asked for, with the place of the signature", () => {
  const relate = (value: string, wanted: string, at: number): boolean | null =>
    value === "Truck" ? (wanted === "Vehicle" ? at === 1 : false) : null;
  const chosen = (given: string) => chooseOverloads(given, ["(Vehicle)", "(Vehicle)", "(Boat)", "(Object)"], relate).at;
  expect(chosen("(Truck)")).toEqual([1]);
  expect(chosen("(Plane)")).toEqual([0, 1, 2, 3]);
});
