/** The texts of the list of queued messages. */
export const queueTexts = {
  label: 'Queued messages',
  waiting: 'Sent one after another when the answer is complete',
  sendNow: 'Send now',
  removeAll: 'Remove all',
  edit: 'Edit',
  remove: 'Remove',
  moveUp: 'Move up',
  moveDown: 'Move down',
  /** The name of a button ends with the message that it is for. */
  of: (action: string, content: string) => `${action} ${content}`,
  onlyFiles: 'files',
  text: 'Text of the queued message',
  save: 'Save',
  cancel: 'Cancel',
  sending: 'Being queued…',
  count: (count: number) => (count === 1 ? '1 message is queued.' : `${count} messages are queued.`),
  failed: {
    change: "Couldn't change the queued message",
    remove: "Couldn't remove the queued message",
    send: "Couldn't send the queued message",
  },
} as const;
