/** The longest name of a prompt, in characters. */
export const maxPromptNameLength = 80;

/** The longest text of a prompt, in characters. */
export const maxPromptLength = 8_000;

/** How many prompts a person may keep, and how many administrators may publish. */
export const maxPrompts = 200;

/** The longest name of a variable in a prompt, in characters. */
export const maxVariableNameLength = 40;
