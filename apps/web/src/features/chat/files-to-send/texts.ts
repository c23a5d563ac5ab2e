import { maxFilesOfMessage } from '@noek/contract/files/limits';

const unit = 1024;

/** The size of a file for people: "3.4 MB". */
export function sizeText(bytes: number): string {
  if (bytes < unit) return `${bytes} B`;
  const [size, name] = bytes < unit * unit ? [bytes / unit, 'kB'] : [bytes / unit / unit, 'MB'];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${name}`;
}

/** The texts of files in the message box. */
export const filesToSendTexts = {
  list: 'Files to send',
  remove: (name: string) => `Remove ${name}`,
  adding: (percent: number) => `Adding… ${percent} %`,
  checking: 'Checking…',
  tooMany: `A message can have up to ${maxFilesOfMessage} files. The others were not added.`,
  tooLarge: (bytes: number) => `Too large: a file can have up to ${sizeText(bytes)}.`,
  empty: 'This file is empty.',
  notReached: 'The file could not be sent.',
  offline: 'You are offline.',
  drop: 'Drop files to add them',
  longPaste: 'This is a long text.',
  pasteAsFile: 'Add it as a file',
  keepAsText: 'Keep it as text',
  pastedName: 'Pasted text.txt',
} as const;
