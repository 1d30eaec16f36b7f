/** Words of design.md section 1 as they stand on screen, by the value the server uses. */
export const typeWords = { tool: "Tool", forge: "Forge", skill: "Skill", focus_mode: "Focus mode" } as const;

export const stateWords = {
  trusted: "trusted",
  draft: "draft",
  disabled: "disabled",
  broken: "broken",
  shadowed: "shadowed",
  pending: "pending",
} as const;

/** What each state means, stated once where it appears. */
export const stateMeanings = {
  trusted: "A person approved exactly these bytes. Loops may call it.",
  draft: "Nobody approved these bytes yet. It runs only in a dry-run, a case, or a run that allows drafts.",
  disabled: "It can be read, but nothing may call it until what is missing is there.",
  broken: "It cannot be loaded. The reason is below; the other capabilities are not affected.",
  shadowed: "A later root has a capability of the same name, and that one is used.",
  pending: "Its root was not admitted by a person. It is in no search, prompt or loop.",
} as const;

export const tierWords = {
  greeting: "greeting",
  question: "question",
  task_light: "light task",
  task_write: "writing task",
  task_delete: "deleting task",
  task_multimodal: "multimodal task",
} as const;

export const levelMeanings = {
  os: "Code runs in a process that sees its own read-only files and no network, separated by the operating system.",
  "node-net":
    "Code is kept from files and network by Node alone. A person confirms each digest once before it is dry-run here.",
  "node-fs": "Node keeps code from files but not from the network. Nothing runs at this level.",
  none: "Nothing separates code from this machine. Nothing runs at this level.",
} as const;
