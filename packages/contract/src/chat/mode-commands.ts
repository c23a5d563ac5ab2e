/** Messages that change a conversation's mode and are not sent to a model. */
export const modeCommands = {
  ':fun.mode=on': { mode: 'fun', on: true },
  ':fun.mode=off': { mode: 'fun', on: false },
  ':harmful.mode=on': { mode: 'harmful', on: true },
  ':harmful.mode=off': { mode: 'harmful', on: false },
} as const;

export type ModeCommand = keyof typeof modeCommands;

/** The mode command in a message, or null for any other message. */
export const modeCommandOf = (text: string): ModeCommand | null =>
  Object.hasOwn(modeCommands, text.trim()) ? (text.trim() as ModeCommand) : null;
