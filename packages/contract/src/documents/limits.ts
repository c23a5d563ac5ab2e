/** The longest title of a document, in characters. */
export const maxDocumentTitleLength = 200;

/** The largest version of a document, in bytes of UTF-8. */
export const maxDocumentBytes = 1024 * 1024;

/** The largest body of a call with the content of a document, in bytes: JSON writes some characters with six. */
export const maxDocumentBodyBytes = 6 * maxDocumentBytes + 256 * 1024;

/** How many versions a document may have. */
export const maxDocumentVersions = 200;

/** How many documents a person may have. */
export const maxDocuments = 1_000;

/** How many documents a guest may have, and how many bytes all their versions may take together. */
export const guestDocuments = { documents: 20, bytes: 10 * 1024 * 1024 } as const;

/** How many changes one edit of a model may name. */
export const maxEdits = 100;

/** Markdown of an answer is offered as a document if it has more lines than this. */
export const shortMarkdownLines = 15;

/** How many documents a person may share at the same time. */
export const maxSharedDocuments = 100;
