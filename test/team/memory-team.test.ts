import { describe } from "vitest";
import { openMemoryTeam } from "../support/memory-team.ts";
import { itKeepsTheContract } from "./contract.ts";

describe("the team's index in memory", () => itKeepsTheContract(async () => openMemoryTeam()));
