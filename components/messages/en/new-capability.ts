/** Words of the dialog that begins a new capability. */
export const newCapabilityText = {
  title: "New capability",
  meaning: "It begins as a draft; a tool or a forge runs at once. Nothing is on disk until a review approves it.",
  name: "Name",
  nameHint: "Lower-case letters, digits, hyphens and underscores, at most 64. It cannot be changed later.",
  type: "Type",
  types: {
    tool: "One program with an input and an output, run in the sandbox.",
    forge: "Several steps in order: programs, model calls, other capabilities.",
    skill: "A text that is loaded into the prompt where it helps.",
    focus_mode: "A loop of its own, with its own instructions and limits.",
  },
  description: "Description",
  descriptionHint: "One sentence: what it works on and what comes back. A model reads it to choose.",
  goesTo: "An approval writes it to",
  create: "Create the draft",
  cancel: "Cancel",
  loading: "Looking for a root that can be written",
  failed: "Nothing was created.",
  noRoot: {
    title: "No root can be written.",
    meaning: "A new capability needs a folder to go to when it is approved, and none of the team's roots can take it.",
    next: "In Settings, admit the project's root or add a folder of your own, then come back.",
    action: "Go to the roots",
  },
} as const;
