const HOUR = 60 * 60 * 1000;

/** How old the last read of a person's subscriptions may be, in milliseconds. */
export const reconciledForMs = 24 * HOUR;

/** A read that failed, or was not complete, counts as done at this moment for `reconcile`, which repeats it after an hour. */
export const readAgainFrom = (now: Date): Date => new Date(now.getTime() - reconciledForMs + HOUR);
