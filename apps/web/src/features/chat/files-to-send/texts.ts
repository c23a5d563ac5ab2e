import { maxFilesOfMessage } from '@noek/contract/files/limits';
import { byteSize } from '../../../components/byte-size.ts';

/** The texts of files in the message box. */
export const filesToSendTexts = {
  list: 'Files to send',
  remove: (name: string) => `Remove ${name}`,
  adding: (percent: number) => `Adding… ${percent}%`,
  checking: 'Checking…',
  tooMany: `A message can have up to ${maxFilesOfMessage} files. The others were not added.`,
  tooManyToSend: `A message can have up to ${maxFilesOfMessage} files. Remove some of them.`,
  gone: (names: string) => `Deleted, and taken out of your message: ${names}`,
  tooLarge: (bytes: number) => `Too large: a file can have up to ${byteSize(bytes)}.`,
  empty: 'This file is empty.',
  notReached: 'The file could not be sent.',
  signedOut: 'Your session has ended. Sign in and add the file again.',
  unreadable: 'It could not be read. If it is a folder, add the files in it. If it was changed or moved, add it again.',
  waiting: 'Uploads when you are online',
  notHere: (name: string) => `${name} is no longer on this device.`,
  deviceFull: 'This device has no space to keep the file. Add it when you are online again.',
  notKept: 'This browser cannot keep the file. Add it when you are online again.',
  notKeptTemporary: 'In a temporary chat, this device keeps no files. Try again when you are online.',
  tooMuchWaiting: (bytes: number) =>
    `Up to ${byteSize(bytes)} of files can wait on this device. Add this one when you are online again.`,
  drop: 'Drop files to add them',
  longPaste: 'This is a long text.',
  pasteAsFile: 'Add it as a file',
  keepAsText: 'Keep it as text',
  pastedName: 'Pasted text.txt',
} as const;
