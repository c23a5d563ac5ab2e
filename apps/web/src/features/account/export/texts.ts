import { archiveHours, maxArchiveBytes } from '@noek/contract/archive/limits';
import type { ImportResult, TextSpace } from '@noek/contract/archive/schemas';

const number = new Intl.NumberFormat('en-US');
const until = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const maxMegabytes = maxArchiveBytes / 1024 / 1024;

/** The texts of the sections "Export" and "Import" of the account page. */
export const exportTexts = {
  loading: 'Loading…',
  failed: 'The exports could not be loaded.',
  tryAgain: 'Try again',
  export: {
    intro:
      'Your conversations with all their versions, your memories, and what Noek stores about your account, as one zip file.',
    kept: `This may take a few minutes, and you can leave the page in the meantime. The archive is kept for ${archiveHours} hours.`,
    start: 'Export everything',
    again: 'Make a new one',
    waiting: 'Your archive is waiting for its turn.',
    running: (percent: number) => `Making your archive: ${percent}%`,
    progress: 'Progress of the export',
    ready: 'Your archive is ready.',
    download: (bytes: number) => `Download (${size(bytes)})`,
    until: (iso: string) => `You can download it until ${until.format(new Date(iso))}.`,
    notStarted: 'The export could not be started.',
  },
  import: {
    heading: 'Import an archive',
    intro:
      'Adds the conversations and memories of a Noek archive to this account. What is already here is left out, and nothing counts toward your messages.',
    space: ({ bytesUsed, bytesLimit }: TextSpace) =>
      bytesUsed >= bytesLimit
        ? `Your messages and memories take ${size(bytesUsed)}, which is all of the ${size(bytesLimit)} that your plan has for text. To send messages or import an archive, delete chats for ever first.`
        : `Your messages and memories take ${size(bytesUsed)} of the ${size(bytesLimit)} that your plan has for text, so an archive may unpack to ${size(bytesLimit - bytesUsed)}.`,
    choose: 'Choose archive',
    file: 'Archive to import',
    uploading: 'Uploading your archive…',
    waiting: 'Your import is waiting for its turn.',
    running: (percent: number) => `Importing your archive: ${percent}%`,
    progress: 'Progress of the import',
    tooLarge: `This file is too large: an archive can have up to ${maxMegabytes} MB.`,
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
  return `${added}${rest}.${beyond}`;
}

const counted = (count: number, one: string, many: string) => `${number.format(count)} ${count === 1 ? one : many}`;

/** "12.3 MB". The limits of plans and archives are 200 times 1,024 times 1,024 bytes, and so on. */
function size(bytes: number): string {
  const units = ['kB', 'MB', 'GB'];
  let value = bytes / 1024;
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1024;
  if (bytes === 0) return '0 MB';
  return `${value < 10 ? Math.max(0.1, value).toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${units[unit]}`;
}
