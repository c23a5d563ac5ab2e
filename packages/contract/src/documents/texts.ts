import { documentKinds } from './kinds.ts';
import { guestDocuments, maxDocuments, maxDocumentTitleLength, maxDocumentVersions } from './limits.ts';

/** With commas, as English writes long numbers. Pages read this text before they may need `Intl`. */
const withCommas = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Why a document is refused. */
export const documentProblems = {
  kind: `Choose one of these kinds: ${documentKinds.join(', ')}.`,
  noTitle: 'A document needs a title.',
  longTitle: `The title of a document has at most ${maxDocumentTitleLength} characters.`,
  titleMarks: 'A title cannot have line breaks, control characters or marks of the writing direction.',
  noContent: 'Send the content as text.',
  tooLarge: 'A version has at most 1 MB.',
  tooManyVersions: `A document has at most ${maxDocumentVersions} versions. Save this text as a new document.`,
  tooMany: `You have ${withCommas(maxDocuments)} documents, which is the most. Delete some to make room.`,
  guestTooMany: `Without an account, you can have ${guestDocuments.documents} documents. Sign in to make more, or delete one.`,
  guestSpace: `Without an account, documents have ${guestDocuments.bytes / (1024 * 1024)} MB together. Sign in for more, or delete one.`,
  changed: 'The document has been changed since. Your text is still in the editor.',
} as const;

/** What the owner of a document reads whose link an administrator has taken down. */
export const documentTakenDownText =
  'An administrator took the link to this document down. It cannot be shared until an administrator allows it again.';

/** The two messages of the conversation that a reader of a shared document continues in. */
export const continuedTexts = {
  question: 'Let me continue with this shared document.',
  answer: 'Here is your own copy. Tell me what to change, or open it and edit it.',
} as const;
