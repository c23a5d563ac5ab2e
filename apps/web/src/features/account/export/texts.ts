import { archiveHours, maxArchiveBytes } from '@noek/contract/archive/limits';
import type { ImportResult, TextSpace } from '@noek/contract/archive/schemas';
import { byteSize } from '../../../components/byte-size.ts';

const number = new Intl.NumberFormat('en-US');
const until = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** The texts of the sections "Export" and "Import" of the account page. */
export const exportTexts = {
  loading: 'Loading…',
  failed: 'The exports could not be loaded.',
  tryAgain: 'Try again',
  export: {
    intro:
      'Your conversations with all their versions, your memories, your files, and what Noek stores about your account, as one zip file.',
    kept: `This may take a few minutes, and you can leave the page in the meantime. The archive is kept for ${archiveHours} hours.`,
    start: 'Export everything',
    again: 'Make a new one',
    waiting: 'Your archive is waiting for its turn.',
    running: (percent: number) => `Making your archive: ${percent}%`,
    progress: 'Progress of the export',
    ready: 'Your archive is ready.',
    download: (bytes: number) => `Download (${byteSize(bytes)})`,
    until: (iso: string) => `You can download it until ${until.format(new Date(iso))}.`,
    notStarted: 'The export could not be started.',
  },
  import: {
    heading: 'Import an archive',
    intro:
      'Adds the conversations, their files and the memories of a Noek archive to this account. What is already here is left out, and nothing counts toward your messages.',
    space: ({ bytesUsed, bytesLimit }: TextSpace) =>
      bytesUsed >= bytesLimit
        ? `Your messages and memories take ${byteSize(bytesUsed)}, which is all of the ${byteSize(bytesLimit)} that your plan has for text. To send messages or import an archive, delete chats for ever first.`
        : `Your messages and memories take ${byteSize(bytesUsed)} of the ${byteSize(bytesLimit)} that your plan has for text, so an archive may unpack to ${byteSize(bytesLimit - bytesUsed)}.`,
    choose: 'Choose archive',
    file: 'Archive to import',
    uploading: 'Uploading your archive…',
    waiting: 'Your import is waiting for its turn.',
    running: (percent: number) => `Importing your archive: ${percent}%`,
    progress: 'Progress of the import',
    tooLarge: `This file is too large: an archive can have up to ${byteSize(maxArchiveBytes)}.`,
    notStarted: 'The archive could not be uploaded. Please try again.',
    done: importedText,
  },
} as const;

/** "12 conversations and 4 memories added, 3 were already there." */
function importedText(result: ImportResult): string {
  const { conversationsAdded, conversationsKnown, memoriesAdded, memoriesKnown, memoriesBeyondLimit } = result;
  const known = conversationsKnown + memoriesKnown;
  const added = `${counted(conversationsAdded, 'conversation', 'conversations')} and ${counted(memoriesAdded, 'memory', 'memories')} added`;
  const rest = known === 0 ? '' : `, ${number.format(known)} ${known === 1 ? 'was' : 'were'} already there`;
  const beyond =
    memoriesBeyondLimit === 0
      ? ''
      : ` Your plan has no room for ${counted(memoriesBeyondLimit, 'more memory', 'more memories')}.`;
  return `${added}${rest}.${filesText(result)}${beyond}`;
}

/** " 3 files were added. Of 1 file, only the name was added." */
function filesText({ filesAdded, filesMissing }: ImportResult): string {
  const added = filesAdded === 0 ? '' : ` ${counted(filesAdded, 'file was', 'files were')} added.`;
  const missing =
    filesMissing === 0
      ? ''
      : ` Of ${counted(filesMissing, 'file', 'files')}, only the ${filesMissing === 1 ? 'name was' : 'names were'} added.`;
  return `${added}${missing}`;
}

const counted = (count: number, one: string, many: string) => `${number.format(count)} ${count === 1 ? one : many}`;
