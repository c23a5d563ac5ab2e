/** The texts of notifications that an answer is done. */
export const notifyTexts = {
  question: 'Tell you when an answer is done?',
  questionHint: 'You left while an answer was running. Noek can send you a notification next time.',
  yes: 'Yes, notify me',
  no: 'No, thanks',
  turnOn: 'Turn on notifications',
  turnOff: 'Turn off notifications',
  setting: 'Notifications when an answer is done',
  body: 'Your answer is ready.',
  failedBody: 'This answer could not be finished.',
  /** In place of the title of a chat that leaves no traces. */
  temporary: 'Temporary chat',
  untitled: 'Noek',
  blocked: 'Your browser blocks notifications of Noek',
  blockedHint: "Allow them in the browser's settings for this site, and try again.",
} as const;
