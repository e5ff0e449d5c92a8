// The settings that may differ between callers of one shared server: what a caller may reach, what it is offered, how its log looks. All
// other settings decide how the model and the indexes are opened, so they must be the same for all callers of a server. This is a file of its
// own because the front of a command reads it before anything else is loaded.

export const CALLER_SETTINGS = ["project", "allowed_projects", "toolsets", "log_level", "log_format"] as const;

export const variableOf = (key: string): string => `CONTEXT_BROKER_${key.toUpperCase()}`;
