import type { Deps } from '../../../deps.ts';

export const deletionTopic = 'deletions';

/** Tells the processes that something was deleted, which one of them empties. Call it after the commit. */
export const announceDeletion = ({ db }: Pick<Deps, 'db'>): void => db.notify(deletionTopic);
