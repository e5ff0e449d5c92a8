// Statements of the dialects: where one ends, and what it creates.
import { expect, test } from "vitest";
import { outlineSql } from "../../../src/languages/sql/outline.ts";
import { openSource } from "../../../src/syntax/source.ts";

/** `lines kind path` of each statement. */
function statements(text: string): string[] {
  return outlineSql(openSource(text)).parts.map(
    ({ startLine, endLine, kind, path }) => `${startLine}-${endLine} ${kind}${path === null ? "" : ` ${path}`}`,
  );
}

test.each([
  [
    "strings and identifiers",
    `SELECT 'a;''b';\nSELECT "x;y", [p;q];\nSELECT 3;`,
    ["1-1 block", "2-2 block", "3-3 block"],
  ],
  ["comments", "-- a;\n/* b;\n c; */\nSELECT 1; -- d;\nSELECT 2", ["1-4 block", "5-5 block"]],
  ["dollar quotes", "DO $x$ BEGIN; $y$;$y$ END; $x$;\nSELECT 1;", ["1-1 block", "2-2 block"]],
  ["MySQL's escapes", "SELECT `a;b`, 'it\\'s;';\nSELECT 2;", ["1-1 block", "2-2 block"]],
  [
    "transactions",
    "BEGIN;\nSELECT 1;\nEND;\nBEGIN TRANSACTION;\nCOMMIT;",
    ["1-1 block", "2-2 block", "3-3 block", "4-4 block", "5-5 block"],
  ],
  [
    "routines",
    "CREATE PROCEDURE a.p()\nBEGIN\n  IF x THEN\n    SELECT CASE WHEN 1 THEN 2 END;\n  END IF;\n  CASE y WHEN 1 THEN SELECT 1; END CASE;\nEND;\nSELECT 1;",
    ["1-7 function a.p", "8-8 block"],
  ],
  ["GO", "CREATE VIEW [dbo].[v] AS SELECT 1\nGO\nSELECT go FROM t;\ngo\n", ["1-1 class dbo.v", "3-3 block"]],
  [
    "Oracle's slash",
    "CREATE OR REPLACE FUNCTION f RETURN INT IS BEGIN RETURN 4 / 2; END;\n/\nSELECT 1;",
    ["1-1 function f", "3-3 block"],
  ],
  [
    "DELIMITER",
    "DELIMITER $$\nCREATE TRIGGER t BEFORE INSERT ON a BEGIN SELECT 1; END$$\nDELIMITER ;\nSELECT 1;",
    ["1-1 block", "2-2 function t", "3-3 block", "4-4 block"],
  ],
  ["two on a line", "SELECT 1; CREATE TABLE t (a int);", ["1-1 block", "1-1 class t"]],
  ["what is never closed", "SELECT 1;\nSELECT 'open;\nSELECT 2;\n/* open; ", ["1-1 block", "2-2 block", "3-3 block"]],
  ["a blank line parts a comment from what follows", "-- title\n\nCREATE TYPE t AS ENUM ();", ["3-3 type t"]],
])("%s", (_name, text, expected) => {
  expect(statements(text)).toEqual(expected);
});

test.each([
  ["CREATE TABLE IF NOT EXISTS a.b (x int)", "class a.b"],
  ["create temporary table t (x int)", "class t"],
  ['CREATE UNIQUE INDEX CONCURRENTLY "my idx" ON t (x)', "variable my idx"],
  ["CREATE MATERIALIZED VIEW v AS SELECT 1", "class v"],
  ["CREATE OR REPLACE PACKAGE BODY pkg AS", "module pkg"],
  ["CREATE DEFINER=`root`@`localhost` PROCEDURE `db`.`p`() SELECT 1", "function db.p"],
  ["CREATE TABLE #temp (x int)", "class #temp"],
  ["CREATE TABLE 'quoted' (x int)", "class quoted"],
  ["CREATE SCHEMA shop", "module shop"],
  ["INSERT INTO t VALUES ('CREATE TABLE x')", "block"],
])("%s", (text, expected) => {
  expect(statements(text)).toEqual([`1-1 ${expected}`]);
});
