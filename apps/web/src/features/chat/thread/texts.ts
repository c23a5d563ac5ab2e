/** Made when it is needed: the first view of a conversation formats no numbers. */
const shown = (count: number) => new Intl.NumberFormat('en-US').format(count);

/** The texts of the message list. */
export const threadTexts = {
  label: 'Messages',
  loadingEarlier: 'Loading earlier messages…',
  loadFailed: "Couldn't load more messages.",
  printedPart: 'Not all messages are printed. To print the others too, scroll to them first.',
  spokenAnswer: (text: string) => `Noek: ${text}`,
  /** Of a message that is not sent yet. */
  waiting: {
    forSignIn: 'Waiting for you to sign in',
    notSent: 'Not sent',
    regenerate: 'New answer:',
    signIn: 'Sign in',
    sendNow: 'Send now',
    edit: 'Edit',
    discard: 'Discard',
  },
  answer: {
    turnsLeftOut: 'Older messages left out',
    turnsLeftOutHint:
      'This conversation is longer than the model can read at once, so the oldest messages were left out.',
    queued: 'Waiting for a free slot…',
    reconnecting: 'Reconnecting…',
    regenerate: 'Regenerate',
    demo: 'Demo',
    demoHint: 'The built-in demo wrote this, not a language model. Connect a model to get real answers.',
    answeredBy: (name: string) => `Answered by ${name}`,
    used: ({ input, output, estimated }: { input: number; output: number; estimated: boolean }) =>
      `${estimated ? 'About ' : ''}${shown(input)} tokens read, ${shown(output)} written`,
    stopped: 'You stopped this answer.',
    interrupted: 'This answer was interrupted.',
    failed: 'This message was not answered.',
    why: 'Why?',
    continue: 'Continue',
  },
  rating: {
    good: 'Good response',
    bad: 'Bad response',
    reason: 'Your reason',
    addReason: 'Add a reason',
    whyGood: 'What did you like about it?',
    whyBad: 'What was wrong with it?',
    optional: '(optional)',
    notNow: 'Not now',
    submit: 'Submit',
  },
  editor: {
    label: 'Edit message',
    hint: 'Edit',
    tooLong: 'This message is too long to send.',
    branches: 'Sending creates a new branch; the original is kept.',
    send: 'Save & send',
  },
  versions: {
    label: (version: number, count: number) => `Version ${version} of ${count}`,
    previous: 'Previous version',
    next: 'Next version',
  },
  ratingFailed: "Couldn't save your rating",
  continueFailed: "Couldn't continue the answer",
  versionFailed: "Couldn't show the other version",
} as const;
