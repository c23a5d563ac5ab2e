/** Limits as plain constants, in a separate file so that a page can use them without loading the schemas. */

/**
 * The length of a text in characters, as the schemas count what people write: in Unicode code points. An emoji such as 😀 is one,
 * although it is two UTF-16 code units.
 */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * Whether nothing of a text can be seen: it is empty, or has only spaces and characters without a shape, such as zero-width ones,
 * soft hyphens, marks of the writing direction, variation selectors, fillers and the empty Braille pattern.
 */
export const isBlank = (text: string): boolean => !/[^\p{Z}\p{Cc}\p{Cs}\p{DI}\u2800]/u.test(text);

/** A text without the spaces around it, and empty if nothing of it can be seen. What joins letters or emoji in a text stays. */
export const trimmed = (text: string): string => (isBlank(text) ? '' : text.trim());

/** Password lengths in characters: the minimum at sign-up, the minimum for a change or reset, and the maximum. */
export const passwordLimits = { signUpMin: 8, changeMin: 6, max: 256 } as const;

/** Days until an unused session ends, days until any session ends, and the number of sessions per person. */
export const sessionLimits = { idleDays: 90, totalDays: 365, perPerson: 50 } as const;

/** How many days after its last sign-in a browser counts as known to an account. */
export const deviceCookieDays = 365;

/** How many personal API tokens that have not expired a person may have, their longest name, and the choices of an expiry in days. */
export const apiTokenLimit = 25;
export const maxTokenNameLength = 100;
export const tokenExpiryDays = [30, 90, 365] as const;
/** How many days an expired token stays in the list. */
export const expiredTokenDays = 30;

/** How many mails of each kind a mailbox gets per hour, whoever causes them. */
export const mailsOfAKindPerHour = 3;

/** The longest message a person may send, in characters. */
export const maxMessageLength = 32_000;

/** The longest answer, in UTF-16 code units. A longer answer is cut off there. */
export const maxAnswerLength = 200_000;
/** The longest reasoning that is kept of an answer, in UTF-16 code units. */
export const maxReasoningLength = 30_000;

/** The longest name of a model, in characters. */
export const maxModelNameLength = 200;

/** The longest title of a conversation, in characters. */
export const maxTitleLength = 200;
/** What is wrong with a title: the words of the server's refusal and of the page's field. */
export const titleProblems = {
  empty: 'Enter a title.',
  tooLong: `A title can have up to ${maxTitleLength} characters.`,
} as const;

/** How many days deleted conversations stay in the trash. */
export const trashDays = 30;

/** The longest reason of a rating, in characters. */
export const maxFeedbackLength = 2_000;

/** The longest fields of a memory, in characters. */
export const memoryFieldLimits = { title: 120, content: 2_000, category: 40 } as const;

/** What a person reads when they have as many memories as their plan allows. */
export const memoryLimitText = 'Memory limit reached! Delete some memories or upgrade.';

/** The steps of an answer that saved a memory, or had one deleted. A page offers to undo them. */
export const memoryStepTexts = { saved: 'Saved to memory', removed: 'Removed from memory' } as const;

/** How many memories an answer asks about at most. Only administrators can have more. */
export const mostToForget = 1_000;

/** How many earlier versions of a memory are kept. */
export const memoryVersionsKept = 20;

/** The category of a memory without one. */
export const defaultMemoryCategory = 'General';

/** How many messages a signed-in person may send, by plan. Each limit applies to any 24 (or 4) hours. */
export const planMessages = { basicPerDay: 3_000, premiumPer4Hours: 10_000, premiumPerDay: 50_000 } as const;

/** How many answers with a web search a guest gets in any 24 hours. */
export const guestSearchLimit = 2;

/** How many memories a person on the basic plan may keep. */
export const defaultMemoryLimit = 50;
/** How many memories a person with SuperNoek may keep. */
export const premiumMemoryLimit = 100;

/** How many conversations one call can change. */
export const maxConversationsAtOnce = 200;

/** How many conversation ids one call can read. */
export const maxConversationIds = 1_000;

/** How many answers are generated at once per guest or signed-in person. The others wait in that person's queue. */
export const answersAtOnce = { guest: 3, user: 6 } as const;

/** How many conversations without a message a person may have that were created within an hour. */
export const emptyConversationsPerHour = 60;

/** How many conversations a person may share at the same time. */
export const maxShares = 100;

/** What the owner of a conversation reads whose link an administrator took down. */
export const takenDownText =
  'An administrator took the link to this conversation down. It cannot be shared until an administrator allows it again.';

/** How many searches a person may make per minute. */
export const searchesPerMinute = 120;

/** How many live streams a person may have open. Another one ends the oldest. */
export const maxLiveStreams = 20;

/** How many hours the archive of an export is kept. */
export const archiveHours = 24;

/** The largest archive that can be imported, in bytes. */
export const maxArchiveBytes = 200 * 1024 * 1024;

/** How much text an account may store, in bytes: messages and memories. An archive that unpacks to more than is left is refused. */
export const textSpace = { basic: 200 * 1024 * 1024, premium: 2 * 1024 * 1024 * 1024 } as const;

/** The default number of messages per page of a conversation. */
export const messagePageSize = 40;

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

/** Query parameters that a page reads when it opens: a login token, and instructions for the sign-in flow. */
export const authParameterNames = ['auth_token', 'auth_action', 'sync', 'return_to', 'force_login', 'error'] as const;

/** The longest address that a sign-in leads back to. */
export const maxReturnToLength = 2_048;

/** How many people a page of the administrators' list has, and how many one may ask for. */
export const peoplePage = { size: 30, max: 200 } as const;

/** The longest reason that an administrator may give, in characters. */
export const maxReasonLength = 500;

/** Why people report an answer or a shared conversation, in words. */
export const reportReasons = {
  dangerous: 'Harmful or dangerous',
  harassment: 'Harassment or hate',
  sexual: 'Sexual content',
  privacy: 'Privacy',
  wrong: 'Wrong or misleading',
  other: 'Something else',
} as const;
export type ReportReason = keyof typeof reportReasons;
/** The longest text of a report, in characters. */
export const maxReportLength = 2_000;

/** The longest subject and content of an email to many people, in characters, and how many recipients can be listed. */
export const campaignLimits = { subject: 200, content: 100_000, recipients: 5_000 } as const;
/** What an administrator reads when an email to many people was accepted. */
export const emailSentText = 'Email has been sent successfully to selected users.';

/** The times that the figures of administrators can cover. */
export const figuresRanges = ['24h', '7d', '30d', '90d'] as const;

/** The longest text that can be searched for, in characters. */
export const longestSearch = 200;
