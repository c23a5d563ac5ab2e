import type { TokenScope } from '@noek/contract/calls/token-scopes';

/** What programs may do, by scope. */
export const scopeTexts = {
  read: { name: 'Read', hint: 'Reads your chats and memories. Changes nothing.' },
  chat: {
    name: 'Chat',
    hint: 'Also starts chats, sends messages, and stops or repeats answers. Each message counts as one of yours. Noek may remember what they say about you, and shows which program said it.',
  },
  all: { name: 'Everything in your chats', hint: 'Also changes, shares and deletes chats and memories.' },
} satisfies Record<TokenScope, { name: string; hint: string }>;

/** What is allowed with a scope, as sentences of a list. Each includes the ones before it. */
const allowed = {
  read: ['Read your chats and memories'],
  chat: [
    'Start chats and send messages, which count as yours',
    'Stop or repeat answers',
    'Have Noek remember what its messages say about you, with its name beside it',
  ],
  all: ['Change, share and delete your chats and memories'],
} satisfies Record<TokenScope, string[]>;

/** The texts of the pages on which a person connects an app or a device. */
export const connectTexts = {
  skipToContent: 'Skip to content',
  backToChat: 'Back to Chat',
  allowed,
  never: 'It never sees your password, and cannot change your account or see your payments.',
  revoke: 'You can end this on your account page at any time.',
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  signedOut: { title: 'Please sign in first', text: 'You will come back here afterwards.', signIn: 'Sign In' },
  allow: 'Allow',
  allowing: 'Allowing…',
  cancel: 'Cancel',
  loading: 'Loading what is asked for',
  app: {
    pageTitle: 'Connect an app · Noek',
    heading: (name: string) => `Allow ${name} to use Noek as you?`,
    lead: 'If you allow it, this app can:',
    publishedAt: 'App',
    returnsTo: 'Returns to',
    onThisDevice: (host: string) => `a program on this device (${host})`,
    nameIsTheirs: (host: string) => `The app chose its name. Noek only knows that it belongs to ${host}.`,
    registered:
      'The app registered itself and chose its name. Noek does not know whose it is: look at where it returns to.',
    builtIn: 'This is the command that comes with Noek.',
    localWarning:
      'Any program on this device could ask like this. Allow it only if you have just started the app yourself.',
    returning: 'Returning to the app…',
    problem: {
      heading: 'This app cannot be connected',
      lead: 'Something is wrong with its request, so nothing was allowed. Its developer has to fix it.',
    },
    failed: 'This could not be allowed. Please try again.',
  },
  device: {
    pageTitle: 'Connect a device · Noek',
    heading: 'Connect a device',
    lead: 'Enter the code that your device shows.',
    code: 'Code',
    codeHint: 'Eight letters, such as BCDF-GHJK.',
    next: 'Continue',
    searching: 'Searching…',
    question: (name: string) => `Allow ${name} to use Noek as you?`,
    compare: 'Does your device show exactly this code?',
    can: 'If you allow it, it can:',
    asked: 'Asked',
    device: 'Program',
    network: 'From the network',
    unknown: 'unknown',
    warning:
      'Did somebody send you this code or a link with it? Then press Cancel: they would get access to your chats.',
    done: { heading: 'Your device is connected', text: 'You can close this page and return to it.' },
    refused: { heading: 'The device was not connected', text: 'Nothing was allowed. You can close this page.' },
    failed: 'This could not be done. Please try again.',
  },
} as const;
