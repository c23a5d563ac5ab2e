import type { Deps } from '../../../deps.ts';

export const deletionTopic = 'deletions';

/** Tells all processes that something was deleted, so that one of them empties it. Call it after the commit. */
export const announceDeletion = ({ db }: Pick<Deps, 'db'>): void => db.notify(deletionTopic);
