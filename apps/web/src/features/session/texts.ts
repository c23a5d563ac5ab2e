/** The texts about signing in and out. */
export const sessionTexts = {
  signInIncomplete: { title: 'Sign-in was not completed', description: 'Please sign in again.' },
  chatsMoved: {
    title: 'Your chats were moved to your account',
    description: (chats: number) =>
      chats === 1
        ? 'The chat you started as a guest is now in your account.'
        : `The ${chats.toLocaleString('en-US')} chats you started as a guest are now in your account.`,
  },
  signedOutElsewhere: 'You signed out in another tab',
  sessionEnded: 'Your session has ended',
  draftKept: 'What you were writing is kept in this tab until you sign in again.',
  signedOutOffline: {
    title: 'You are signed out on this device',
    description: "Can't reach Noek right now. You will be signed out everywhere when you're back online.",
  },
  changeWaits: 'You are offline. Your change will be sent when you are connected.',
  changeRefused: 'A change that you made offline was refused',
} as const;
