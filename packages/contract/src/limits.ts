/** Limits as plain constants, in a file of their own so that a page can know them without loading the schemas. */

/** Lengths of passwords in characters: shortest at sign-up, shortest at change and reset, longest. */
export const passwordLimits = { signUpMin: 8, changeMin: 6, max: 256 } as const;

/** A session ends so many days after its last use, and so many after its login began; a person has at most so many sessions. */
export const sessionLimits = { idleDays: 90, totalDays: 365, perPerson: 50 } as const;

/** A browser is known to an account for so many days after its last sign-in to it. */
export const deviceCookieDays = 365;

/** A mailbox gets so many mails of a kind in any hour, whoever causes them. */
export const mailsOfAKindPerHour = 3;

/** The longest message a person may send, in UTF-16 code units. */
export const maxMessageLength = 32_000;

/** The longest answer, in UTF-16 code units: a model that writes more is ended there. */
export const maxAnswerLength = 200_000;

/** The longest title of a conversation, in UTF-16 code units. */
export const maxTitleLength = 200;

/** Deleted conversations stay in the trash for this many days. */
export const trashDays = 30;

/** The longest reason of a rating, in UTF-16 code units. */
export const maxFeedbackLength = 2_000;

/** The longest fields of a memory, in UTF-16 code units. */
export const memoryFieldLimits = { title: 120, content: 2_000, category: 40 } as const;

/** The category of a memory that names none. */
export const defaultMemoryCategory = 'General';

/** How many memories somebody may keep when nothing says otherwise: those of the basic plan. */
export const defaultMemoryLimit = 50;

/** One call changes so many conversations at most. */
export const maxConversationsAtOnce = 200;

/** One call reads the ids of so many conversations at most. */
export const maxConversationIds = 1_000;

/** So many answers of one guest, or of one signed-in person, are made at once; more wait in that person's own line. */
export const answersAtOnce = { guest: 3, user: 6 } as const;

/** So many conversations a person may begin without a message: at once, and then as many per hour. */
export const newConversationsPerHour = 60;

/** So many conversations of one person may be shared at the same time. */
export const maxShares = 100;

/** So often a person may search within a minute. */
export const searchesPerMinute = 120;

/** So many live streams one person may have open; one more ends the oldest. */
export const maxLiveStreams = 20;

/** Messages of a conversation are read in pages of this size. */
export const messagePageSize = 40;

/** Messages that switch a conversation's modes instead of being answered by a model. */
export const modeCommands = {
  ':fun.mode=on': { mode: 'fun', on: true },
  ':fun.mode=off': { mode: 'fun', on: false },
  ':harmful.mode=on': { mode: 'harmful', on: true },
  ':harmful.mode=off': { mode: 'harmful', on: false },
} as const;
export type ModeCommand = keyof typeof modeCommands;

/** The mode command that a text is, or null. */
export const modeCommandOf = (text: string): ModeCommand | null =>
  Object.hasOwn(modeCommands, text.trim()) ? (text.trim() as ModeCommand) : null;

/** What an address may bring to a page: a login token, and what the sign-in flow has to do ([2.22]). */
export const arrivalParameters = ['auth_token', 'auth_action', 'sync', 'return_to', 'force_login', 'error'] as const;
