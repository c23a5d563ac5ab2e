/** The texts of the section "Connected apps". */
export const appTexts = {
  loading: 'Loading your apps',
  intro: 'To connect an app, start in the app. Changing or resetting your password disconnects all of them.',
  none: 'You have no connected apps.',
  builtIn: 'Comes with Noek',
  registered: 'Registered itself',
  since: 'Connected since',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revoking: 'Revoking…',
  revoked: (name: string) => ({ title: 'App disconnected', description: `“${name}” can no longer use Noek as you.` }),
  revokeFailed: 'Failed to disconnect the app. Please try again.',
  question: (name: string) => ({
    title: 'Disconnect this app?',
    question: `“${name}” stops working with Noek at once. What it has read stays with it. You can connect it again.`,
    confirm: 'Revoke',
  }),
} as const;
