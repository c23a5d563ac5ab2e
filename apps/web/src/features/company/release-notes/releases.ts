import { defaultMemoryLimit, premiumMemoryLimit } from '@noek/contract/subscription/limits';

/** How many memories each tier has, as a sentence. */
const memoryTiers = `${defaultMemoryLimit} memories on Basic, ${premiumMemoryLimit} on SuperNoek and an unlimited number for administrators`;

export type ReleaseType = 'major' | 'minor' | 'patch';
/** The groups of changes, in the order in which they are shown. */
export const changeGroups = ['added', 'fixed', 'changed', 'security', 'deprecated'] as const;
export type ChangeGroup = (typeof changeGroups)[number];

export type ReleaseNote = {
  /** As it is shown: "v1.5.0 Beta". */
  version: string;
  type: ReleaseType;
  /** "2025-06-28". */
  date: string;
  highlights?: readonly string[];
  changes: Partial<Record<ChangeGroup, readonly string[]>>;
};

/** The history of Noek, the newest version first. */
export const releases: readonly ReleaseNote[] = [
  {
    version: 'v1.5.0 Beta',
    type: 'minor',
    date: '2025-06-28',
    highlights: ['The memory bank: Noek remembers what you tell it to', 'Web search with sources that you can check'],
    changes: {
      added: [
        `The memory bank, with ${memoryTiers}.`,
        'Web search as a switch of each conversation. Citations lead to the pages that were opened.',
        'SuperNoek, a plan for $30 per month with more messages and an enhanced Fun Mode.',
        'A choice of model for each conversation. Automatic stays the default.',
      ],
      fixed: [
        'A message that is sent right after "New chat" no longer disappears on a slow network.',
        'A long conversation no longer makes the whole page scroll.',
      ],
      changed: [
        'Version 2 of the assistant answers in steps, and shows what it searches for and reads.',
        'The home page shows both plans side by side.',
      ],
      security: [
        'Signing out ends the login on both sites, and removes your name and your conversations from the browser.',
      ],
    },
  },
  {
    version: 'v1.4.0',
    type: 'minor',
    date: '2025-06-20',
    highlights: ['Conversations that you can put in order'],
    changes: {
      added: [
        'Archive and restore conversations, one or many at a time.',
        'Share a conversation by link, as it is at that moment.',
        'Search everything that you wrote and were answered.',
      ],
      fixed: ['Two tabs no longer overwrite what the other one has sent.'],
      deprecated: ['Deleting a conversation without the trash. Deleted conversations can be restored first.'],
    },
  },
  {
    version: 'v1.3.1',
    type: 'patch',
    date: '2025-06-14',
    changes: {
      fixed: [
        'An answer that is interrupted keeps its text and can be continued.',
        'Nested lists and wide tables no longer break the page.',
      ],
      security: ['Links in answers open only web pages and mail addresses.'],
    },
  },
  {
    version: 'v1.3.0',
    type: 'minor',
    date: '2025-06-11',
    highlights: ['Fun Mode'],
    changes: {
      added: [
        'Fun Mode, a playful tone for a conversation, and inside it Harmful Mode, with dark and blunt humour inside the rules of the model providers.',
        'The commands :fun.mode=on, :fun.mode=off, :harmful.mode=on and :harmful.mode=off.',
      ],
      changed: ['The dark theme has its own colours instead of inverted ones.'],
    },
  },
  {
    version: 'v1.2.0',
    type: 'minor',
    date: '2025-06-06',
    highlights: ['One sign-in for both sites'],
    changes: {
      added: [
        'Sign-in with Google.',
        'One login for the chat and the company site, which lasts 90 days.',
        'Guests keep their chats when they create an account.',
      ],
      security: ['A new account needs a verified email address.'],
    },
  },
  {
    version: 'v1.1.0',
    type: 'minor',
    date: '2025-06-02',
    changes: {
      added: [
        'Several AI providers behind one chat: if one does not answer, the next one does.',
        'Another answer to the same question. The earlier one is kept.',
      ],
      fixed: ['Code in answers keeps its indentation when it is copied.'],
    },
  },
  {
    version: 'v1.0.0',
    type: 'major',
    date: '2025-05-28',
    highlights: ['The first public version of Noek'],
    changes: {
      added: [
        'Chat with streaming answers, as a guest or with a free account.',
        'Conversations that are kept on every device.',
        'Light and dark themes, for phones and wide screens.',
      ],
    },
  },
];
