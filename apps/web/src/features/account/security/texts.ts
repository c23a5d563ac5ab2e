import { accountSecurity } from '@noek/contract/auth/limits';

/** The texts about passkeys, the authenticator app and recovery codes in the account. */
export const securityTexts = {
  passkeys: {
    title: 'Passkeys',
    hint: 'Sign in with your fingerprint, face or PIN instead of your password.',
    loading: 'Loading your passkeys',
    add: 'Add a passkey',
    added: 'Added',
    lastUsed: 'Last used',
    neverUsed: 'Never used',
    full: `You have ${accountSecurity.passkeys} passkeys, which is the limit. Remove one to add another.`,
    noBrowser: 'This browser has no passkeys, or they are switched off. They also need a page over HTTPS.',
    elsewhere: 'Passkeys do not work at this address. You can add one at',
    nowhere: 'The addresses of this server do not allow passkeys.',
    rename: 'Rename',
    renameNamed: (name: string) => `Rename ${name}`,
    remove: 'Remove',
    removing: 'Removing…',
    removeNamed: (name: string) => `Remove ${name}`,
    removed: (name: string) => ({ title: 'Passkey removed', description: `“${name}” can no longer sign in.` }),
    removeFailed: 'Failed to remove the passkey. Please try again.',
    question: {
      title: 'Remove this passkey?',
      question: (name: string) =>
        `You can no longer sign in with “${name}”. Your device or password manager still shows it until you delete it there, too.`,
      confirm: 'Remove',
    },
    renameForm: {
      title: 'Rename passkey',
      name: 'Name',
      submit: 'Save',
      submitting: 'Saving…',
      failed: 'Failed to rename the passkey. Please try again.',
    },
  },
  authenticator: {
    title: 'Authenticator app',
    hint: 'An app on your phone shows a new code every 30 seconds. Signing in with your password then also needs a code.',
    since: 'On since',
    setUp: 'Set up authenticator app',
    starting: 'Preparing…',
    startFailed: 'Failed to begin. Please try again.',
    remove: 'Remove',
    removing: 'Removing…',
    removed: { title: 'Authenticator app removed', description: 'Your recovery codes no longer work either.' },
    removeFailed: 'Failed to remove the authenticator app. Please try again.',
    question: {
      title: 'Remove the authenticator app?',
      question: 'Signing in needs only your password again, and your recovery codes stop working.',
      confirm: 'Remove',
    },
    dialog: {
      title: 'Set up authenticator app',
      scan: 'Scan this code with your authenticator app, such as Google Authenticator, 1Password or Aegis.',
      picture: 'Picture to scan with your authenticator app',
      open: 'Open an app on this device',
      secret: 'Or enter this key in the app',
      submit: 'Turn on',
      submitting: 'Checking…',
      failed: 'Failed to check the code. Please try again.',
    },
  },
  codes: {
    title: 'Recovery codes',
    none: 'You get them when you set up an authenticator app.',
    left: (count: number) =>
      count === 0
        ? 'You have no recovery codes left. Make new ones, so that you can sign in without your app.'
        : count === 1
          ? 'You have 1 recovery code left. It works once, without your app.'
          : `You have ${count} recovery codes left. Each works once, without your app.`,
    renew: 'New recovery codes',
    renewing: 'Making codes…',
    renewFailed: 'Failed to make new codes. Please try again.',
    question: {
      title: 'Make new recovery codes?',
      question: 'The codes that you have now stop working.',
      confirm: 'Make new codes',
    },
    dialog: {
      title: 'Your recovery codes',
      description:
        'Keep them in a safe place, such as your password manager. Each works once, if you do not have your app. They are shown only now.',
      on: 'The authenticator app is on.',
      list: 'Recovery codes',
      download: 'Download',
      print: 'Print',
      done: 'Done',
      file: 'noek-recovery-codes.txt',
      fileHeading: (email: string) => `Recovery codes for Noek, ${email}`,
      fileHint: 'Each code works once.',
    },
  },
} as const;
