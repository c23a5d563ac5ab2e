import { accountSecurity } from '@noek/contract/auth/limits';

const hours = accountSecurity.factorResetHours;

/** The texts of the pages that emails about the security of an account lead to. */
export const securityLinkTexts = {
  notMe: {
    pageTitle: "This wasn't me · Noek",
    heading: "This wasn't me",
    lead: 'Did somebody else sign in to your account?',
    consequences:
      'We end that sign-in and remove the API tokens, passkeys and linked accounts that were added since. If your email address was changed, we restore it. Your password stops working, and you choose a new one next. An authenticator app stays.',
    submit: 'End that sign-in',
    submitting: 'Ending that sign-in…',
    done: 'That sign-in has ended',
  },
  beginFactorReset: {
    pageTitle: 'Remove the authenticator app · Noek',
    heading: 'Remove the authenticator app',
    lead: 'Have you lost your authenticator app and your recovery codes?',
    consequences: `In ${hours} hours, we remove both from your account. Signing in then needs only your password. Until then, we email you every day, and each email has a link that stops it.`,
    submit: `Remove it in ${hours} hours`,
    submitting: 'Sending…',
    done: 'The waiting time has begun',
  },
  stopFactorReset: {
    pageTitle: 'Keep the authenticator app · Noek',
    heading: 'Keep the authenticator app',
    lead: 'Somebody asked to remove the authenticator app from your account.',
    consequences: 'We stop that. Signing in needs a code as before.',
    submit: 'Keep it',
    submitting: 'Sending…',
    done: 'Removal stopped',
  },
} as const;
