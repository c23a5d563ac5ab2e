import { importSourceNames, takenExports } from '@noek/contract/archive/import-sources';
import type { Import, ImportSource } from '@noek/contract/archive/imports';
import type { TextSpace } from '@noek/contract/archive/schemas';
import { byteSize } from '../../../components/byte-size.ts';

const number = new Intl.NumberFormat('en-US');
const counted = (count: number, one: string, many: string) => `${number.format(count)} ${count === 1 ? one : many}`;
const conversations = (count: number) => counted(count, 'conversation', 'conversations');

/** The texts of the section "Import" of the account page. */
export const importTexts = {
  intro:
    'Brings conversations with all their versions, pictures and files to this account. What is already here is not added twice, and nothing counts toward your messages.',
  space: ({ bytesUsed, bytesLimit }: TextSpace) =>
    bytesUsed >= bytesLimit
      ? `Your messages and memories take ${byteSize(bytesUsed)}, which is all of the ${byteSize(bytesLimit)} that your plan has for text. To send messages or import conversations, delete chats permanently first.`
      : `Your messages and memories take ${byteSize(bytesUsed)} of the ${byteSize(bytesLimit)} that your plan has for text, so there is room for ${byteSize(bytesLimit - bytesUsed)} more.`,
  chooseFiles: 'Choose files',
  files: 'Files to import',
  orDrop: 'or drop them here',
  filesHint: 'ZIP or JSON, one or several, of any size. Your browser reads them, and sends only what you choose.',
  howTo: 'Where to get your export',
  exports: [
    { name: 'ChatGPT', where: 'Settings, Data controls, Export data. A link comes by email.' },
    { name: 'Claude', where: 'Settings, Privacy, Export data. A link comes by email.' },
    { name: 'DeepSeek', where: 'Settings, Data, Export data.' },
    { name: 'Open WebUI', where: 'Settings, Data Controls, Export chats.' },
    { name: 'LibreChat', where: 'The menu of a conversation, Export, as JSON. You can choose several files at once.' },
    { name: 'Noek', where: 'Account, Export, Export everything.' },
  ],
  notRecognized: {
    title: 'These files have no conversations that Noek can read.',
    text: `${takenExports} Choose them as they were downloaded. This is where you get them:`,
  },
  reading: (percent: number | null) =>
    percent === null ? 'Opening your files…' : `Looking for conversations: ${percent}%`,
  writing: (percent: number) => `Preparing what you have chosen: ${percent}%`,
  uploading: (percent: number) => `Sending: ${percent}%`,
  stayHere: 'Please keep this tab open until it is done.',
  progress: 'Progress of the import',
  cancel: 'Cancel',
  notSent: 'The import could not be started. Please try again.',
  found: (sources: readonly ImportSource[], count: number) =>
    `${conversations(count)} of ${namesOf(sources)} can be imported.`,
  foundNone: (sources: readonly ImportSource[]) =>
    `This export of ${namesOf(sources)} has no conversations that Noek can read.`,
  taken: takenExports,
  leftOut: ({ skipped, failed }: { skipped: number; failed: number }) => sentence(leftOutParts({ skipped, failed })),
  chooseConversations: 'Choose conversations',
  discard: 'Discard',
  choice: {
    title: 'Choose conversations',
    lead: (sources: readonly ImportSource[], counts: { conversations: number; messages: number }) =>
      `${namesOf(sources)}: ${conversations(counts.conversations)} with ${counted(counts.messages, 'message', 'messages')}`,
    search: 'Search titles',
    all: 'Select all',
    allFound: 'Select all that were found',
    chosen: (chosen: number, all: number) => `${number.format(chosen)} of ${number.format(all)} selected`,
    list: 'Conversations',
    none: 'No conversation has this in its title.',
    messages: (count: number) => counted(count, 'message', 'messages'),
    conversations,
    noGroup: 'Without a folder or project',
    moreProblems: (count: number) => `${number.format(count)} more will be in the report of the import.`,
    aboutYou: 'About you',
    aboutYouLead: (count: number) =>
      `Your export has ${counted(count, 'text', 'texts')} about you. Tick what Noek should remember: each becomes a memory.`,
    memoriesToo: (count: number) => `${counted(count, 'memory', 'memories')} of the archive will be imported, too.`,
    tooLarge: (bytes: number, left: number) =>
      `What you have selected takes about ${byteSize(bytes)}, but there is room for only ${byteSize(left)}.`,
    cancel: 'Cancel',
    close: 'Close',
    import: (count: number, memories: number) =>
      count === 0 && memories > 0
        ? `Import ${counted(memories, 'memory', 'memories')}`
        : `Import ${conversations(count)}`,
  },
  imports: {
    heading: 'Your imports',
    loading: 'Loading your imports',
    failed: 'Your imports could not be loaded.',
    from: (source: ImportSource | null) => (source ? `Import from ${importSourceNames[source]}` : 'Import'),
    waiting: (before: number) =>
      before === 0
        ? 'It starts in a moment.'
        : `Waiting for its turn: ${counted(before, 'import is', 'imports are')} before it.`,
    checking: (percent: number) => `Checking the files: ${percent}%`,
    running: (done: number, found: number) => `Importing: ${number.format(done)} of ${conversations(found)}`,
    canLeave: 'You can leave this page in the meantime.',
    cancel: 'Cancel',
    cancelling: 'Cancelling…',
    cancelFailed: 'The import could not be cancelled. Please try again.',
    problems: (count: number) => counted(count, 'problem', 'problems'),
    undo: 'Undo this import',
    undoing: 'Undoing…',
    undoFailed: 'The import could not be undone. Please try again.',
    question: {
      title: 'Undo this import?',
      question: (added: string) => `This permanently deletes what the import has added: ${added}.`,
      note: 'Conversations that you have continued since then stay, and so do memories, projects and prompts that you have changed.',
      confirm: 'Undo import',
    },
    undone: ({ removed, kept }: NonNullable<Import['undone']>) =>
      `Undone: ${conversations(removed)} removed${kept > 0 ? `, ${number.format(kept)} kept, because you have continued ${kept === 1 ? 'it' : 'them'} since` : ''}.`,
    undoneToast: 'Import undone',
    showAll: (count: number) => `Show all ${number.format(count)} imports`,
  },
} as const;

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });
const namesOf = (sources: readonly ImportSource[]) => list.format(sources.map((source) => importSourceNames[source]));

/** What an import has done, in sentences: "120 conversations added, 3 updated, 2 were already here. 14 files were added." */
export function reportText({ conversations: c, files, memories, projects, prompts, documents }: Import): string {
  const parts = [
    c.added > 0 && { count: c.added, text: 'added' },
    c.updated > 0 && { count: c.updated, text: 'updated' },
    c.unchanged > 0 && { count: c.unchanged, text: c.unchanged === 1 ? 'was already here' : 'were already here' },
    ...leftOutParts(c),
  ];
  const sentences = [
    sentence(parts) || 'No conversations were added.',
    files.added > 0 && `${counted(files.added, 'file was', 'files were')} added.`,
    files.missing > 0 &&
      `Of ${counted(files.missing, 'file', 'files')}, only the ${files.missing === 1 ? 'name was' : 'names were'} added.`,
    memories.added > 0 && `${counted(memories.added, 'memory was', 'memories were')} added.`,
    memories.known > 0 && `${counted(memories.known, 'memory was', 'memories were')} already here.`,
    memories.beyondLimit > 0 &&
      `Your plan has no room for ${counted(memories.beyondLimit, 'more memory', 'more memories')}.`,
    projects.added > 0 && `${counted(projects.added, 'project was', 'projects were')} added.`,
    projects.known > 0 && `${counted(projects.known, 'project was', 'projects were')} already here.`,
    prompts.added > 0 && `${counted(prompts.added, 'prompt was', 'prompts were')} added.`,
    prompts.known > 0 && `${counted(prompts.known, 'prompt was', 'prompts were')} already here.`,
    documents.added > 0 && `${counted(documents.added, 'document was', 'documents were')} added.`,
    documents.known > 0 && `${counted(documents.known, 'document was', 'documents were')} already here.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

/** What undoing an import removes, besides files: "120 conversations, the new messages of 3 conversations, and 2 memories"; or empty. */
export function addedText({ conversations: c, memories, projects, prompts, documents }: Import): string {
  const parts = [
    c.added > 0 && conversations(c.added),
    c.updated > 0 && `the new messages of ${conversations(c.updated)}`,
    memories.added > 0 && counted(memories.added, 'memory', 'memories'),
    projects.added > 0 && counted(projects.added, 'project', 'projects'),
    prompts.added > 0 && counted(prompts.added, 'prompt', 'prompts'),
    documents.added > 0 && counted(documents.added, 'document', 'documents'),
  ];
  return list.format(parts.filter((part) => part !== false));
}

type Part = { count: number; text: string } | false;

const leftOutParts = ({ skipped, failed }: { skipped: number; failed: number }): Part[] => [
  skipped > 0 && { count: skipped, text: 'had nothing to import' },
  failed > 0 && { count: failed, text: 'could not be read' },
];

/** "120 conversations added, 3 updated." Only the first part has the noun. */
function sentence(parts: readonly Part[]): string {
  const said = parts.filter((part) => part !== false);
  if (said.length === 0) return '';
  return `${said.map(({ count, text }, at) => `${at === 0 ? conversations(count) : number.format(count)} ${text}`).join(', ')}.`;
}
