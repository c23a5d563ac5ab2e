/** The texts of the page that shows a conversation as it is printed. */
export const printTexts = {
  back: 'Back to the chat',
  print: 'Print',
  preparing: 'Preparing…',
  question: 'You',
  files: 'Files',
  deleted: (name: string) => `${name} (deleted)`,
  sources: 'Sources',
  dates: (created: string, changed: string) => `Created ${created}, last changed ${changed}`,
  empty: 'This conversation has no messages yet.',
  part: 'The server cannot be reached. Only the newest messages are kept on this device, so the earlier ones are missing here.',
  running: 'This answer is still being written.',
  notFound: 'Conversation not found',
  notFoundHint: 'It may have been deleted, or it belongs to another account.',
} as const;
