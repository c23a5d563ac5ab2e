import { maxArchiveBytes } from '@noek/contract/archive/limits';
import { byteSize } from '../../../../components/byte-size.ts';

/** Why the chosen files cannot be read, or a conversation cannot be imported. */
export const readingTexts = {
  notZip: (name: string) => `“${name}” is damaged or incomplete. Please download it again.`,
  encrypted: (name: string) => `“${name}” is protected by a password. Please unpack it and choose the files in it.`,
  tooMany: (name: string) => `“${name}” contains too many files.`,
  tooDeep: (name: string) => `“${name}” contains too many ZIP files, one in another.`,
  tooLarge: (name: string) => `“${name}” is too large when it is unpacked.`,
  newer: 'This archive was made by a newer version of Noek, which this one cannot read.',
  damagedArchive: 'This archive of Noek is damaged.',
  unreadable: 'Your browser could not read these files. If they were moved or changed, please choose them again.',
  unexpected: 'These files could not be read. Please try again.',
  untitled: 'Untitled conversation',
  notConverted: 'Noek does not know its format.',
  tooLargeToSend: `What you have chosen is larger than ${byteSize(maxArchiveBytes)}. Please choose fewer conversations, and import the others afterwards.`,
} as const;
