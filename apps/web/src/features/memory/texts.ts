import type { Importance } from '@noek/contract/memory/memory-text';
import type { MemoryList } from '@noek/contract/memory/schemas';
import { memoryLimitText } from '@noek/contract/memory/texts';
import { defaultMemoryLimit } from '@noek/contract/subscription/limits';
import { counted } from '../../components/base/texts.ts';

/** A list's limit is a number, or 'unlimited' or -1 for no limit. */
export const isUnlimited = (limit: MemoryList['limit']) => limit === 'unlimited' || limit === -1;

/** The texts of the memory panel and the memories page. */
export const memoryTexts = {
  pageTitle: 'AI Memories · Noek',
  heading: 'AI Memories',
  intro: 'What Noek remembers about you and uses in its answers. Only you can see it.',
  skipToContent: 'Skip to content',
  backToChat: 'Back to Chat',
  signIn: 'Sign In',
  viewAll: 'View All',
  viewMore: (count: number) => `View ${counted(count)} more memories`,
  add: 'Add Memory',
  loading: 'Loading memories',
  empty: { title: 'No memories stored', hint: 'Create memories for Noek to remember' },
  noMatch: { title: 'No memories found', hint: 'No memory matches your search.', showAll: 'Show all memories' },
  signedOut: { title: 'Please refresh the page', description: 'Authentication required' },
  /** The same on one line. */
  signedOutInline: 'Please refresh the page: authentication required.',
  limitReached: memoryLimitText,
  /** "12 / 50 memories"; "12 / ∞ memories" without a limit. A list without a limit has that of the basic plan. */
  counter: ({ count, limit = defaultMemoryLimit }: { count: number; limit?: MemoryList['limit'] | undefined }) =>
    `${counted(count)} / ${isUnlimited(limit) ? '∞' : counted(Number(limit))} memories`,
  shown: (count: number) => `${counted(count)} shown`,
  off: {
    notice: 'Memory is off: answers neither use these memories nor save new ones.',
    turnOn: 'Turn memory on',
    settings: 'Memory settings',
    failed: 'Failed to update memory settings. Please try again.',
  },
  history: {
    show: 'History',
    hide: 'Hide history',
    label: (title: string) => `History of “${title}”`,
    loading: 'Loading history…',
    none: 'Not changed since it was saved.',
    until: { person: 'Until you changed it,', assistant: 'Until Noek changed it in a chat,' },
  },
  forgetAlso: (count: number) =>
    count === 1 ? 'Also forget 1 memory that came from it' : `Also forget ${counted(count)} memories that came from it`,
  selection: {
    start: 'Select',
    cancel: 'Cancel',
    all: 'Select all',
    deleteAll: 'Delete All',
    count: (count: number) => `${counted(count)} selected`,
  },
  filters: {
    search: 'Search memories',
    category: 'Category',
    allCategories: 'All categories',
    importance: 'Importance',
    anyImportance: 'Any importance',
  },
  projects: {
    label: 'Project',
    all: 'All memories',
    outside: 'Outside projects',
    unnamed: 'A project',
    only: (name: string) => `Only in ${name}`,
  },
  importance: { low: 'Low', normal: 'Normal', high: 'High' } satisfies Record<Importance, string>,
  row: {
    select: (title: string) => `Select “${title}”`,
    edit: (title: string) => `Edit “${title}”`,
    editHint: 'Edit',
    delete: (title: string) => `Delete “${title}”`,
    deleteHint: 'Delete',
    showLess: 'Show less',
    showAll: 'Show all',
    categoryLabel: 'Category:',
    importanceLabel: 'Importance:',
    edited: 'edited',
    source: 'From a conversation',
    app: (name: string) => `Saved by ${name}`,
  },
  deleteQuestion: {
    title: 'Delete memories',
    question: (count: number) =>
      `Are you sure you want to delete ${counted(count)} memories? Noek will no longer remember them.`,
    confirm: 'Delete',
  },
  dialog: {
    addTitle: 'Add Memory',
    editTitle: 'Edit memory',
    title: 'Title',
    content: 'What to remember',
    category: 'Category',
    importance: 'Importance',
    length: (length: number, limit: number) => `${counted(length)} / ${counted(limit)}`,
    save: 'Save',
    saving: 'Saving…',
  },
  toasts: {
    added: 'Memory added',
    updated: 'Memory updated',
    deleted: { title: 'Memory deleted', description: 'The memory has been removed successfully.' },
    manyDeleted: (count: number) => ({
      title: 'Memories deleted',
      description: `${counted(count)} memories removed`,
    }),
    restored: (count: number) => (count === 1 ? 'Memory restored' : `${counted(count)} memories restored`),
    deleteFailed: (count: number) => `Failed to delete ${count === 1 ? 'memory' : 'memories'}`,
    restoreFailed: (count: number) => `Failed to restore ${count === 1 ? 'memory' : 'memories'}`,
    undo: 'Undo',
  },
} as const;
