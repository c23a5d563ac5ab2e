import type { Outbox } from '../outbox/outbox.ts';

/** Entries by client message id: those that this page has added, and those that are older than the page. */
export type PageEntries = { own: Set<string>; older: readonly string[] };

/** The entries of a page that has just opened. */
export const pageEntries = (outbox: Outbox): PageEntries => ({
  own: new Set(),
  older: outbox.all().map(({ clientMessageId }) => clientMessageId),
});
