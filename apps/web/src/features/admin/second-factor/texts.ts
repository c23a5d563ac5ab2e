/** The texts for administrators who need a second factor. */
export const adminFactorTexts = {
  title: 'Set up a second factor',
  text: 'Administrators of this server need an authenticator app. Until you have set it up, these pages stay closed. Your own chats are not affected.',
} as const;
