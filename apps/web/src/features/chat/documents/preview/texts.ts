import { counted } from '../../../../components/base/texts.ts';
import type { FrameLoss } from '../../frame/frame-host.ts';

/** In seconds. */
export const longestRun = 10;
/** How much of the errors is put into the message box, in characters. */
export const longestRepair = 4_000;

/** The texts of a document's preview. */
export const previewTexts = {
  of: (title: string) => `Preview of ${title}`,
  run: 'Run',
  stop: 'Stop',
  runAgain: 'Run again',
  beforeRun: {
    html: 'Shown without its scripts.',
    react: 'This component shows after you run it.',
    javascript: 'Run this program to see its output.',
    python: 'Run this program to see its output.',
  },
  loading: 'Loading…',
  loadingPython: 'Loading Python…',
  running: 'Running…',
  ended: 'Done.',
  endedSilently: 'Done. There is no output.',
  failed: 'It ended with an error.',
  stopped: 'Stopped.',
  tooLong: `It ran for ${longestRun} seconds and was stopped.`,
  lost: {
    flood: 'It sent too much at once and was stopped.',
    busy: 'It did not answer for 10 seconds and was stopped.',
    left: 'It tried to leave its page and was stopped.',
    focus: 'It kept taking the focus and was stopped.',
    unreachable: 'The preview cannot be reached. Check the connection and try again.',
  } satisfies Record<FrameLoss, string>,
  tryAgain: 'Try again',
  output: 'Output',
  errors: 'Errors',
  plot: (number: number) => `Plot ${number}`,
  error: (message: string, line: number | null) => (line === null ? message : `Line ${counted(line)}: ${message}`),
  moreErrors: (count: number) => `and ${counted(count)} more`,
  repair: 'Ask for a repair',
  giveFiles: 'Give it files of this chat',
  readsFiles: (names: readonly string[]) => `It can read ${names.join(', ')}.`,
  filesFailed: 'The files could not be read. Check the connection and try again.',
  filesTooLarge: 'Files of more than 50 MB together cannot be given.',
  emptyTable: 'This table is empty.',
} as const;
