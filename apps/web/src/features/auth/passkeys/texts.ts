/** The texts about passkeys. */
export const passkeyTexts = {
  cancelled: 'No passkey was used. You can try again.',
  knownHere: 'This device already has a passkey for your account.',
  wrongAddress: 'Passkeys do not work at this address.',
  unable: 'This device cannot keep a passkey that asks for your fingerprint, face or PIN.',
  failed: 'The passkey did not work. Please try again.',
  add: {
    title: 'Add a passkey',
    description:
      'Your browser asks for your fingerprint, face or PIN. The passkey stays on your device or in your password manager; Noek gets no secret.',
    name: 'Name',
    nameHint: 'So that you recognise it in the list.',
    thisDevice: 'This device',
    submit: 'Add passkey',
    submitting: 'Waiting for your browser…',
    cancelled: 'No passkey was added. You can try again.',
    failed: 'Failed to add the passkey. Please try again.',
    done: { title: 'Passkey added', description: 'Next time, you can sign in with it.' },
  },
  offer: {
    label: 'Passkey',
    title: 'Sign in faster next time',
    text: 'With a passkey, your fingerprint, face or PIN is enough.',
    add: 'Add a passkey',
    no: 'Not now',
  },
} as const;
