/**
 * The typed calls that give a visitor a guest identity with its cookie. If two of them are sent without a cookie, the visitor gets two
 * identities and keeps the one that is answered last.
 */
export const identityCalls: readonly string[] = [
  'chat.guestStatus',
  'chat.send',
  'chat.continueShared',
  'documents.continueShared',
  'reports.share',
  'reports.document',
];
