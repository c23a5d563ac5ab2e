/** The texts about a fresh proof of who a person is. */
export const proofTexts = {
  title: "Confirm that it's you",
  loading: 'Loading how you sign in',
  lead: {
    password: 'This needs your password again, because you signed in a while ago.',
    code: 'This needs a code from your authenticator app, because you signed in a while ago. Without the app, sign out, and sign in with a recovery code.',
    passkey: 'This needs your passkey again, because you signed in a while ago.',
    signIn:
      'You signed in a while ago. Sign in again in a new tab, come back, and continue here. What you typed stays.',
  },
  password: 'Password',
  submit: 'Continue',
  submitting: 'Checking…',
  usePasskey: 'Use a passkey',
  askingPasskey: 'Waiting for your browser…',
  signIn: 'Sign in again',
  failed: 'This could not be checked. Please try again.',
  notProven: 'Nothing was changed, because you did not show that it is you.',
} as const;
