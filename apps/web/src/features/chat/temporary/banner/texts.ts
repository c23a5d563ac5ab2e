/** The texts above a temporary chat, and of one that has ended. */
export const bannerTexts = {
  what: 'This chat stays out of your list and memory. It is deleted when you press End or sign out, or 24 hours after its last message.',
  whatNew:
    'This chat will stay out of your list and memory. It is deleted when you end it or sign out, or after 24 hours.',
  off: 'Turn off',
  keep: 'Keep this chat',
  keeping: 'Keeping…',
  kept: { title: 'This chat is kept', description: 'It is in your list now.' },
  keepFailed: "Couldn't keep this chat",
  end: 'End',
  ending: 'Ending…',
  question: {
    title: 'End this temporary chat?',
    question: "Its messages and files are deleted at once. This can't be undone.",
    confirm: 'End',
  },
  ended: { title: 'Temporary chat ended' },
  endFailed: "Couldn't end this chat",
  gone: { heading: 'This temporary chat has ended', text: 'Its messages have been deleted.' },
} as const;
