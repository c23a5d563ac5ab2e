/** What the account page says. */
export const accountTexts = {
  pageTitle: 'Account · Noek',
  heading: 'Account',
  lead: 'Your details, your plan and what Noek keeps.',
  skipToContent: 'Skip to content',
  backToChat: 'Back to Chat',
  signIn: 'Sign In',
  signedOut: { title: 'Please refresh the page', description: 'Authentication required' },
  comingSoon: {
    title: 'Coming Soon',
    text: 'Image and file upload are on their way. Questions?',
  },
  sections: {
    information: { heading: 'Account Information', lead: 'How you appear and where we reach you.' },
    plan: { heading: 'Current Plan', lead: 'Billing and subscription.' },
    security: { heading: 'Security Settings', lead: 'How you sign in.' },
    data: { heading: 'Data Controls', lead: 'What Noek may learn and remember. Changes apply at once.' },
    sessions: { heading: 'Sessions', lead: 'Where you are signed in.' },
    tokens: { heading: 'API Tokens', lead: 'For your own programs and scripts.' },
    export: { heading: 'Export', lead: 'Everything you have here, as one archive.' },
    views: { heading: 'Who looked at my chats', lead: 'Each time an administrator opened your messages, and why.' },
    danger: { heading: 'Danger Zone', lead: 'What cannot be undone.' },
  },
} as const;
