import type { DocumentShare } from '@noek/contract/documents/sharing';

/** Whether a link has expired at the time `now`, which may have passed since it was loaded. */
export const isExpired = ({ expiresAt }: DocumentShare, now: Date): boolean =>
  expiresAt !== null && new Date(expiresAt) <= now;
