import type { DocumentKind } from '@noek/contract/documents/kinds';

const versionOf = (number: number) => `Version ${number}`;

/** The texts of documents beside the chat. */
export const documentTexts = {
  /** The name of the panel. */
  region: 'Document',
  /** The heading of a list of documents, and its place in menus. */
  documents: 'Documents',
  kinds: {
    html: 'Web page',
    svg: 'Picture',
    mermaid: 'Diagram',
    markdown: 'Text',
    csv: 'Table',
    react: 'React',
    javascript: 'JavaScript',
    python: 'Python',
  } satisfies Record<DocumentKind, string>,
  version: versionOf,
  open: {
    button: 'Open',
    /** After the button's text, for screen readers. */
    buttonOf: (kind: string) => ` as a document: ${kind}`,
    opening: 'Opening…',
    failed: "Couldn't make the document",
    /** The answer is of a conversation that is still being made. */
    tooEarly: 'Wait until the message is sent, and try again.',
  },
  row: {
    gone: 'This document was deleted.',
    writing: 'Writing…',
  },
  panel: {
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    download: 'Download',
    print: 'Print',
    delete: 'Delete',
    rename: (title: string) => `Rename “${title}”`,
    titleField: 'Title of the document',
    renameFailed: (why: string) => `The title was not changed. ${why}`,
    emptyTitle: 'Enter a title.',
    longTitle: (most: number) => `A title can have up to ${most} characters.`,
    titleMarks: 'A title cannot have line breaks or hidden marks.',
    switch: 'Documents of this chat',
    separator: 'Width of the document',
    tabs: { preview: 'Preview', source: 'Source', versions: 'Versions' },
    loading: 'Loading the document…',
    missing: 'This document is not there',
    missingHint: 'It was deleted, or it belongs to someone else.',
    offline: "You're offline. This document is not kept on this device.",
    older: (number: number, newest: number) => `You see version ${number} of ${newest}.`,
    showNewest: 'Show the newest',
    ask: 'Ask for a change',
    quote: (title: string) => `Document “${title}”`,
    repair: 'This error came up. Please repair it:',
    noRoom: 'Your message has no room for this',
    noRoomHint: 'Shorten the message first.',
  },
  deletion: {
    title: 'Delete this document?',
    question: (title: string, versions: number) =>
      versions === 1
        ? `“${title}” will be deleted, and links to it will stop working.`
        : `“${title}” will be deleted with its ${versions} versions, and links to it will stop working.`,
    confirm: 'Delete',
    failed: "Couldn't delete the document",
    done: 'The document was deleted.',
  },
  list: {
    empty: 'No documents yet',
    emptyHint: 'Ask for a page, a letter, a diagram, a table or a small program, or press “Open” on a code block.',
    loading: 'Loading documents…',
    /** Of a project. */
    emptyProject: 'The documents of this project’s chats will be here.',
  },
  source: {
    label: 'Source',
    save: 'Save',
    saveHint: 'Save as a new version',
    saved: (number: number) => `${versionOf(number)} is saved`,
    unsaved: 'Unsaved changes',
    restored: 'Your unsaved changes from earlier are here.',
    saving: 'Saving…',
    waiting: 'Waiting for a connection. It will be saved when you are back online.',
    discard: 'Discard',
    discarded: 'Your changes were discarded',
    undo: 'Undo',
    /** After Escape in the editor. */
    leaving: 'Press Tab to leave the editor, or Escape again to close the document.',
    help: 'Tab indents. To leave the editor with the keyboard, press Escape, then Tab.',
    changedBy: (number: number) => `${versionOf(number)} has arrived. What changed is marked.`,
    loading: 'Loading the editor…',
    saveAsNew: 'Save as a new document',
    savedAsNew: 'Your text is a document of its own now',
    copyTitle: (title: string) => `${title} (copy)`,
  },
  conflict: {
    title: 'This document was changed elsewhere',
    text: (number: number) => `${versionOf(number)} was saved while you were editing. Both texts are here, and nothing is lost.`,
    keepMine: 'Keep mine as a new version',
    takeTheirs: 'Take theirs',
    tookTheirs: 'Their text is in the editor',
    compare: 'Compare and merge',
    hide: 'Back to the editor',
    saveMerged: 'Save the merged text',
    theirs: 'Theirs',
    mine: 'Yours, which you can edit here',
    /** The button of a difference that puts their part into the own text. */
    takePart: 'Take this part of theirs',
  },
  versions: {
    list: 'Versions',
    loading: 'Loading versions…',
    byAnswer: 'Noek',
    byPerson: 'You',
    newest: 'Newest',
    show: (number: number) => `Show version ${number}`,
    compareWith: 'Compare with',
    nothing: 'Only show it',
    same: 'These versions are the same.',
    restore: (number: number) => `Restore version ${number}`,
    restored: (number: number) => `${versionOf(number)} is the newest again`,
    restoredAs: (number: number) => `It is now version ${number}.`,
    restoreFailed: "Couldn't restore the version",
    undo: 'Undo',
    differences: (from: number, to: number) => `Differences from version ${from} to version ${to}`,
    content: (number: number) => `Text of version ${number}`,
    lines: (added: number, removed: number) =>
      `${added} ${added === 1 ? 'line' : 'lines'} added, ${removed} removed`,
    rough: 'The texts differ so much that the marks are rough.',
    back: 'All versions',
  },
} as const;
