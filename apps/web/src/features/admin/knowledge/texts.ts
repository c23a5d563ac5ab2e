const number = new Intl.NumberFormat('en-US');
const plural = (n: number, noun: string) => `${number.format(n)} ${noun}${n === 1 ? '' : 's'}`;

/** The texts of the page of the knowledge base. */
export const knowledgeTexts = {
  loading: 'Loading the knowledge base',
  states: {
    none: { title: 'Not configured', text: 'Answers use what the model knows, and the web if people ask for it.' },
    reading: { title: 'Reading for the first time', text: 'Answers will use the text as soon as it has been read.' },
    empty: {
      title: 'There is no text',
      text: 'The source can be read, but it is empty, so answers use nothing of it. Add text to it, or files that end in .md.',
    },
    current: { title: 'Connected', text: 'Answers use the current text.' },
    failing: { title: 'Cannot be read', text: 'There is no text yet that answers could use.' },
    stale: { title: 'Out of date', text: 'Answers use the last text that could be read.' },
  },
  emptied: {
    title: (source: 'document' | 'folder') => `The ${source} is empty`,
    since: 'Found empty',
    asks: (source: 'document' | 'folder') =>
      `Answers still use the last text. If you use the empty ${source}, that text is deleted.`,
    kept: (source: 'document' | 'folder') =>
      `An administrator has decided to keep the last text. As soon as the ${source} has text again, answers use that.`,
    keep: 'Keep the last text',
    use: (source: 'document' | 'folder') => `Use the empty ${source}`,
    failed: 'Nothing was changed.',
  },
  failedSince: 'First failed',
  nextTry: (seconds: number) =>
    seconds < 1 ? 'It is tried again now.' : `It is tried again in ${number.format(seconds)} s.`,
  test: { button: 'Test Connection', working: 'Testing…', failed: 'The test could not be run.' },
  preview: {
    button: 'Preview Knowledge Base',
    working: 'Loading…',
    heading: 'Preview',
    hide: 'Hide preview',
    updated: 'Last changed',
    empty: 'There is no text yet.',
    truncated: 'Only the beginning is shown.',
    failed: 'The preview could not be loaded.',
    region: 'Text of the knowledge base',
  },
  facts: {
    heading: 'State',
    source: 'Source',
    google: 'Google document',
    folder: (path: string) => `Folder ${path}`,
    synced: 'Last sync',
    never: 'never',
    delay: 'Delay',
    upTo: (seconds: number) => `up to ${lag(seconds)}`,
    size: 'Size',
    sizeOf: (characters: number, passages: number) =>
      `${plural(characters, 'character')} in ${plural(passages, 'passage')}`,
    revision: 'Revision',
    account: 'Service account',
    document: 'Document id',
    set: 'Set',
    missing: 'Missing',
  },
  share: {
    label: 'Share the Google document with this address',
    help: 'In Google Docs, choose Share and add it as a viewer.',
  },
  notes: 'Left out',
  history: {
    heading: 'Revision history',
    caption: 'Changes of the knowledge base',
    columns: { revision: 'Revision', changed: 'Changed', size: 'Characters', passages: 'Passages', hash: 'Hash' },
    current: 'Current',
    empty: 'Changes are listed here.',
    count: (n: number) => number.format(n),
  },
  setUp: {
    heading: 'Set it up',
    restart: 'Both are settings of the server. Start it again after a change.',
    folder: {
      heading: 'A folder of Markdown files',
      steps: [
        'Put Markdown files into a folder on the server. Headings help: passages are split along them.',
        'Set KNOWLEDGE_DIR to the path of the folder.',
        'Start the server again and choose Test Connection.',
      ],
    },
    google: {
      heading: 'A Google document',
      steps: [
        'In the Google Cloud console, enable the Google Docs API and the Google Drive API.',
        'Create a service account with a JSON key, and set GOOGLE_SERVICE_ACCOUNT_JSON to the file.',
        'Share the document with the address of the service account, and set GOOGLE_DOC_ID to the id of the document.',
        'Start the server again and choose Test Connection.',
      ],
    },
  },
} as const;

/** "4 s", "3 min", "2 h". */
function lag(seconds: number): string {
  if (seconds < 120) return `${number.format(seconds)} s`;
  if (seconds < 7_200) return `${number.format(Math.round(seconds / 60))} min`;
  return `${number.format(Math.round(seconds / 3_600))} h`;
}
