/** The texts of what a phone's message box has no room for. */
export const addSheetTexts = {
  title: 'Add',
  switchedOn: (names: readonly string[]) => `Switched on: ${names.join(', ')}`,
  photo: 'Photo',
  file: 'File',
  prompts: 'Prompts',
  promptsHint: 'Insert a text that you keep',
  promptsNeedRoom: 'Empty the message box to insert one',
  temporaryHint: 'Not in your list, and deleted soon',
} as const;

/** The texts of the buttons for a message that is written while an answer runs. */
export const queueButtonTexts = {
  queue: 'Queue message',
  steer: 'Interrupt and send',
} as const;
