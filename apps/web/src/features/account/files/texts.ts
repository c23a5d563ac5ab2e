import { byteSize } from '../../../components/byte-size.ts';

/** The texts of the section "Files" of the account page. */
export const fileTexts = {
  loading: 'Loading your files',
  space: 'Space used',
  spaceUsed: (bytesUsed: number, bytesLimit: number) => `${byteSize(bytesUsed)} of ${byteSize(bytesLimit)} used`,
  empty: 'You have no files.',
  emptyHint: 'Files that you add to a chat or a project are listed here.',
  notSent: 'Not sent yet',
  project: 'Project',
  reading: 'Being read',
  more: 'Show more',
  loadingMore: 'Loading…',
  download: 'Download',
  downloadNamed: (name: string) => `Download ${name}`,
  delete: 'Delete',
  deleting: 'Deleting…',
  deleteNamed: (name: string) => `Delete ${name}`,
  question: {
    title: 'Delete this file?',
    question: (name: string) => `"${name}" will be deleted permanently, and Noek can no longer read it.`,
    note: 'Messages that it was sent with keep its name.',
    confirm: 'Delete file',
  },
  deleted: { title: 'File deleted' },
  deleteFailed: 'Failed to delete the file. Please try again.',
} as const;
