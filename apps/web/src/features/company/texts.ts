import { planMessages, sessionLimits } from '@noek/contract/limits';

/** What the company site says. */
export const companyTexts = {
  brand: 'Noek',
  beta: 'Beta',
  skipToContent: 'Skip to content',
  mainNavigation: 'Main',
  navigation: { features: 'Features' },
  tryNoek: 'Try Noek',
  signIn: 'Sign In',
  logout: 'Logout',
  logoutFailed: 'Sign-out failed',
  hero: {
    heading: 'The assistant for everyday thinking',
    lead: 'Ask a question, draft an email, work through an idea or a bug. Start right away, and sign in to keep your conversations.',
  },
  betaWarning: {
    title: 'Noek is in beta.',
    text: 'There are known bugs in account saving, data storage and chat.',
  },
  features: {
    heading: 'A few things, done with care',
    lead: 'Everything here works today.',
    guests: {
      title: 'Start without an account',
      text: `Ask right away as a guest. A free account gives you ${planMessages.basicPerDay.toLocaleString('en-US')} messages per day.`,
    },
    providers: {
      title: 'Multi-provider AI',
      text: 'One chat can use several AI providers. If one does not answer, the next one does.',
    },
    resume: {
      title: 'Answers that keep going',
      text: 'Reload or close the tab in the middle of an answer. It continues, and it is there when you come back.',
    },
    formatting: {
      title: 'Code, lists and tables',
      text: 'Formatted while the answer arrives, so that you can read along from the first word.',
    },
    history: {
      title: 'Every conversation kept',
      text: `Sign in to find them all again. You stay signed in for ${sessionLimits.idleDays} days.`,
    },
    themes: {
      title: 'Light and dark',
      text: 'Two carefully designed themes, for every screen from a phone to a wide monitor.',
    },
  },
  footer: { version: (version: string) => `Version ${version}, beta` },
} as const;
