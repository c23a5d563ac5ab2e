/** The texts above a temporary chat, and of one that has ended. */
export const bannerTexts = {
  what: 'In no list and no memory. Deleted when you press End or sign out, or 24 hours after its last message.',
  whatNew: 'It will be in no list and no memory, and is deleted when you end it or sign out, or after 24 hours.',
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
  gone: { heading: 'This temporary chat has ended', text: 'Its messages are deleted. Nothing of it is kept.' },
} as const;
