/** The texts of messages and of what is around them. */
export const messageTexts = {
  author: 'You',
  typing: 'Noek is typing…',
  loading: 'The model is loading…',
  modeCommand: (mode: 'fun' | 'harmful', on: boolean) =>
    `${mode === 'fun' ? 'Fun Mode' : 'Harmful Mode'} ${on ? 'on' : 'off'}`,
  copyMessage: 'Copy message',
  copyAnswer: 'Copy answer',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  otherActions: 'Other actions',
  showMore: 'Show more',
  showLess: 'Show less',
  cutOff: 'The rest is too long to show. Copy includes all of it.',
  plainFallback: "This message couldn't be formatted, so it is shown as plain text.",
  showFormatted: 'Try again',
  today: 'Today',
  yesterday: 'Yesterday',
  previousDays: (days: number) => `Previous ${days} days`,
} as const;
