/** The longest message a person may send, in characters. */
export const maxMessageLength = 32_000;

/** The longest answer, in UTF-16 code units. A longer answer is cut off there. */
export const maxAnswerLength = 200_000;

/** The longest reasoning that is kept of an answer, in UTF-16 code units. */
export const maxReasoningLength = 30_000;

/** The longest name of a model, in characters. */
export const maxModelNameLength = 200;

/** How many models an imported answer can say are gone. */
export const mostModelsGone = 100;

/** The longest title of a conversation, in characters. */
export const maxTitleLength = 200;

/** How many days deleted conversations stay in the trash. */
export const trashDays = 30;

/** How long a temporary chat is kept after its last message, in hours. */
export const temporaryHours = 24;

/** The longest reason of a rating, in characters. */
export const maxFeedbackLength = 2_000;

/** How many answers with a web search a guest gets in any 24 hours. */
export const guestSearchLimit = 2;

/** How many conversations one call can change. */
export const maxConversationsAtOnce = 200;

/** How many pinned conversations are above the others in the list, the most recently used ones. The rest is further down. */
export const maxPinnedListed = 1_000;

/** How many conversation ids one call can read. */
export const maxConversationIds = 1_000;

/** How many answers are generated at once per guest or signed-in person. The others wait in that person's queue. */
export const answersAtOnce = { guest: 3, user: 6 } as const;

/** How many messages may wait in the queue of a conversation. */
export const mostQueued = { guest: 1, user: 10 } as const;

/** How many conversations without a message a person may have that were created within an hour. */
export const emptyConversationsPerHour = 60;

/** How many conversations a person may share at the same time. */
export const maxShares = 100;

/** How many searches a person may make per minute. */
export const searchesPerMinute = 120;

/** How many live streams a person may have open, and how many streams of answers. Another one ends the oldest. */
export const maxLiveStreams = 20;

/** The default number of messages per page of a conversation. */
export const messagePageSize = 40;

/** The longest text that can be searched for, in characters. */
export const longestSearch = 200;

/** How many memories an answer asks about at most. Only administrators can have more. */
export const mostToForget = 1_000;
