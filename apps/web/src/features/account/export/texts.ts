import { archiveHours } from '@noek/contract/archive/limits';
import { byteSize } from '../../../components/byte-size.ts';

const until = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** The texts of the section "Export" of the account page. */
export const exportTexts = {
  loading: 'Loading your exports',
  failed: 'The exports could not be loaded.',
  tryAgain: 'Try again',
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
} as const;
