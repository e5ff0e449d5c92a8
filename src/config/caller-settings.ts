// The settings that belong to one caller: what it may reach, what it is offered, how its log looks. All others decide how the
// model and the indexes are opened, so two callers that share these need the same values. In a file of its own, because the front
// of a command reads it before anything else is loaded.

export const CALLER_SETTINGS = ["project", "allowed_projects", "toolsets", "log_level", "log_format"] as const;

export const variableOf = (key: string): string => `CONTEXT_BROKER_${key.toUpperCase()}`;
