const prefix = 'sessions:';

/** The topic of db.notify that says that sessions or tokens of a user ended, or the account did. */
export const sessionsTopic = (userId: string): string => `${prefix}${userId}`;

/** Whose sessions or tokens ended, according to a notification; null if it is about something else. */
export const endedSessionsOf = (topic: string): string | null =>
  topic.startsWith(prefix) ? topic.slice(prefix.length) : null;
