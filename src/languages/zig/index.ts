// Zig.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../language.ts";
import { zigProfile } from "./outline.ts";

export const zig: Language = { id: "zig", extensions: [".zig", ".zon"], reader: grammar("zig", zigProfile) };
