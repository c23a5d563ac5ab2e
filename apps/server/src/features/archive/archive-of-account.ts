import type { AccountDependent } from '../auth/account-dependents.ts';
import { removeArchives } from './archive-files.ts';

/** What exports and imports store per account: rows that foreign keys cover, and files. Running jobs notice that they are gone. */
export const archiveOfAccount: AccountDependent = {
  afterDeletion: ({ config }, userId) => removeArchives(config, userId),
};
