import { sessionLimits } from '@noek/contract/auth/limits';
import { planMessages } from '@noek/contract/subscription/limits';

const number = new Intl.NumberFormat('en-US');

/** The texts of the company site, apart from the release notes and the policies. */
export const companyTexts = {
  brand: 'Noek',
  beta: 'Beta',
  skipToContent: 'Skip to content',
  mainNavigation: 'Main',
  menu: 'Menu',
  footerNavigation: 'Footer',
  tryNoek: 'Try Noek',
  openNoek: 'Open Noek',
  signIn: 'Sign In',
  account: 'Account',
  logout: 'Logout',
  logoutFailed: 'You could not be signed out.',
  navigation: { features: 'Features', meet: 'Meet Noek', plans: 'Plans', support: 'Support', developers: 'Developers' },
  pages: {
    home: {
      title: 'Noek, the AI assistant that remembers what matters',
      description:
        'Noek is an AI chat assistant with several model providers, web search, files, projects and a memory bank. Start without an account.',
    },
    landing: {
      title: 'Get started with Noek',
      description:
        'Create a free account, or sign in, and chat with Noek: several AI providers, web search and a memory bank.',
    },
    releaseNotes: {
      title: 'Release notes · Noek',
      description:
        'What is new in Noek: every version from v1.0.0 to v1.5.0 Beta with what was added, fixed and changed.',
    },
    policies: {
      title: 'Policies · Noek',
      description: 'The privacy policy, the terms of service and the AI usage policy of Noek, and how to reach us.',
    },
    lost: { description: 'This page does not exist.' },
  },
  hero: {
    heading: 'The assistant that remembers what matters',
    lead: 'Ask anything, search the web, work with your files, and keep a memory bank that is yours to read and edit.',
  },
  memoryStory: {
    label: 'An example of how Noek remembers',
    you: 'You:',
    noek: 'Noek:',
    memory: { title: 'Allergic to walnuts', content: 'Walnuts are out. Almonds are fine.', category: 'Food' },
    said: {
      when: 'In spring',
      title: 'Said once',
      message: 'By the way, I am allergic to walnuts. Almonds are fine.',
      label: 'Saved to memory',
    },
    kept: {
      when: 'In your memory bank',
      title: 'Kept with its origin',
      origin: { question: 'Why do you remember this?', because: 'You said so in “Dinner with friends”.' },
      yours: 'You can read, edit and delete it at any time.',
    },
    used: {
      when: 'In autumn',
      title: 'Used where it matters',
      message: 'Which cake can I bake for Sunday?',
      answer: 'An almond and orange cake: moist, quick, and without walnuts.',
      label: 'Used here',
    },
  },
  betaWarning: {
    title: 'Noek is in beta.',
    text: 'There are known bugs in account saving, data storage and chat.',
  },
  features: {
    heading: 'Made for everyday thinking',
    lead: 'What you need to think, write and look things up, without getting in your way.',
    providers: {
      title: 'Multi-provider AI system',
      text: 'Several AI providers work behind one chat. If one does not answer, the next one does, and every answer says which model wrote it.',
    },
    search: {
      title: 'Real-time web search',
      text: 'Noek can look things up while it answers. Its citations lead only to pages that it has opened.',
    },
    memory: {
      title: 'Memory bank',
      text: 'Noek remembers what you tell it to. You can read, edit and delete every memory, or turn memory off.',
    },
    files: {
      title: 'Files and pictures',
      text: 'Add PDFs, Office files, tables and pictures, and ask about them. A citation opens the file at its page.',
    },
    projects: {
      title: 'Projects',
      text: 'Chats, files and instructions that belong together are in one place, with memories of their own if you like.',
    },
    prompts: {
      title: 'Prompts',
      text: 'Save what you ask often. Type / to use it, and fill in its blanks in a form.',
    },
    compare: {
      title: 'Compare answers',
      text: 'Ask a second model the same question, read both answers side by side, and continue with the better one.',
    },
    archive: {
      title: 'Conversation archive and delete',
      text: 'Archive conversations and bring them back. Deleted ones stay in the trash for 30 days.',
    },
    import: {
      title: 'Bring your chats',
      text: 'Import your conversations from ChatGPT, Claude, DeepSeek, Open WebUI or LibreChat, and export everything at any time.',
    },
    fun: {
      title: 'Fun Mode',
      text: 'The same knowledge in a playful voice, one switch away. It changes the tone and never the facts.',
    },
    security: {
      title: 'Account security',
      text: 'Passkeys, an authenticator app, a list of your sessions, and an email about every new device.',
    },
    session: {
      title: 'Sign in once',
      text: `One sign-in covers the chat and this site, and your session lasts ${sessionLimits.idleDays} days. Close the tab in the middle of an answer: it is there when you come back.`,
    },
  },
  meet: {
    heading: 'Meet Noek',
    lead: 'Version 2 of the assistant works in steps: before it answers, it can search the web, read pages and use your memories. It shows each step.',
    assistantVersion: 'Version 2 of the assistant',
    released: (version: string, date: string) => ({ version: `Version ${version}`, date: `Released ${date}` }),
    features: [
      {
        title: 'Code, tables and formulas',
        text: 'They are formatted while the answer arrives. Code and tables have a copy button.',
      },
      {
        title: 'Answers with sources',
        text: 'Select a citation to see the page and the passage that it is based on.',
      },
      {
        title: 'Try again without losing anything',
        text: 'Every earlier version of an answer and of your message stays.',
      },
      {
        title: 'Your data, your switches',
        text: 'Turn training and memory off at any time. Export or delete everything yourself.',
      },
    ],
    pictures: {
      chat: { alt: 'A conversation in Noek: a question about code, and the answer with a highlighted example' },
      sources: {
        text: 'Every citation leads to a page that was opened.',
        alt: 'An answer that shows what it searched for, with numbered citations',
      },
      memories: {
        text: 'Every memory is yours to read, edit and delete.',
        alt: 'The list of memories, with title, category and importance',
      },
      files: {
        text: 'Ask about a file. The citation opens it at its page.',
        alt: 'A question about a PDF and a table, and the answer with a citation of page 2',
      },
      project: {
        text: 'A project keeps chats, files and instructions together.',
        alt: 'The page of a project, with its instructions, files and chats',
      },
    },
    comingSoon: 'Coming soon',
    hereNow: 'Here now',
    soon: { images: 'Image generation', files: 'File upload', community: 'Community feed' },
  },
  plans: {
    heading: 'Two plans',
    lead: `Start free, and move up when you need more. SuperNoek gives you up to ${number.format(planMessages.premiumPerDay)} messages per day.`,
    createAccount: 'Create Free Account',
    upgrade: 'Upgrade',
    guests: 'No credit card required. You can also try Noek as a guest, without an account.',
  },
  support: {
    heading: 'Support',
    lead: 'Is something not working, or do you have an idea? Write to us, or look on the help pages.',
    write: 'Write to us',
    help: 'Help pages',
    donate: 'Donate',
    donateLead: 'You can also help to keep Noek running with a donation.',
  },
  donate: {
    heading: 'Support Noek with a donation',
    lead: 'A donation helps to pay for servers and models. It is voluntary, and it buys no plan.',
    action: 'Donate',
    none: 'Donations are not open yet. Telling us what does not work helps as much.',
  },
  landing: {
    heading: 'Get started with Noek',
    lead: 'Create a free account and keep your conversations and memories on every device.',
    getStarted: 'Get Started',
    testLogin: 'Test Login (Debug)',
    closingHeading: 'Already have an account?',
    closingLead: 'Sign in, and continue where you left off.',
    signInNow: 'Sign In Now',
  },
  lost: { goHome: 'Back to home' },
  footer: {
    version: (version: string) => `Version ${version}, beta`,
    privacy: 'Privacy Policy',
    releaseNotes: 'Release Notes',
    developers: 'Developers',
    home: 'Home',
  },
} as const;

/** The version that is current, and the date that the home page gives for it. */
export const currentRelease = { version: '1.5.0', homeDate: 'June 26, 2025' } as const;
