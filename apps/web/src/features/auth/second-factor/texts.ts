import { accountSecurity } from '@noek/contract/auth/limits';

const hours = accountSecurity.factorResetHours;

/** The texts about codes of authenticator apps. */
export const secondFactorTexts = {
  code: 'Code',
  codeHint: 'The six digits that the app shows for Noek now.',
  failed: 'The code could not be checked. Please try again.',
  signIn: {
    heading: 'One more step',
    lead: 'Enter the code from your authenticator app.',
    recoveryLead: 'Enter one of the recovery codes that you saved. Each works once.',
    recoveryCode: 'Recovery code',
    submit: 'Continue',
    submitting: 'Signing in…',
    useRecoveryCode: 'Use a recovery code',
    useCode: 'Use a code from the app',
    lostBoth: 'Lost both?',
    sending: 'Sending…',
    lostFailed: 'Failed to send the email. Please try again.',
    back: 'Back',
  },
  lost: {
    heading: 'Check your email',
    next: `Open the link to have the authenticator app removed. That takes ${hours} hours. Until then, we write to you every day, and each email has a link that stops it.`,
    found: 'If you find your app or your codes before that, you can sign in with them at any time.',
    toCode: 'Enter a code',
  },
} as const;
