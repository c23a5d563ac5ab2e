/** The texts of the page about the security of accounts. */
export const securityTexts = {
  factors: {
    heading: 'Second factors',
    filter: 'Show',
    filters: {
      everybody: 'Everybody',
      administrators: 'Administrators',
      with: 'People with a second factor',
      without: 'People without a second factor',
    },
    loading: 'Loading the second factors',
    empty: 'No accounts',
    emptyHint: 'No account matches this choice.',
    none: 'None',
    authenticator: 'Authenticator app',
    passkeys: (count: number) => (count === 1 ? '1 passkey' : `${count} passkeys`),
    codes: (count: number) => (count === 1 ? '1 recovery code left' : `${count} recovery codes left`),
    lastSignIn: 'Last sign-in',
    never: 'Never signed in',
    remove: 'Remove app',
    removeOf: (name: string) => `Remove app of ${name}`,
  },
  failed: {
    heading: 'Failed sign-ins',
    lead: 'In the last 90 days. Attempts with an address that has no account are not recorded, because people sometimes type their password there.',
    loading: 'Loading the failed sign-ins',
    empty: 'No failed sign-ins',
    emptyHint: 'No sign-in to an account has failed in the last 90 days.',
  },
  removal: {
    title: (name: string) => `Remove the authenticator app of ${name}?`,
    question:
      'Be sure that it is this person who asks. The app and the recovery codes are removed, and the password alone signs in. The person gets an email.',
    reason: 'Reason',
    reasonHelp: 'For the audit log.',
    confirm: 'Remove authenticator app',
    done: 'The authenticator app was removed',
    failed: 'The authenticator app could not be removed',
  },
  more: 'Show more',
  loadingMore: 'Loading…',
} as const;
