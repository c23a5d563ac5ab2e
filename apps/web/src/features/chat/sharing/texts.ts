import { counted } from '../../../components/base/texts.ts';

/** The texts of shared conversations and of the dialog that manages a link. */
export const sharingTexts = {
  page: {
    label: 'Shared conversation',
    asOf: 'Shared conversation · as of',
    olderLeftOut: (count: number) =>
      `This conversation is too long to share in full. Its newest ${counted(count)} messages are shown.`,
    empty: 'This conversation had no messages yet.',
    question: 'Question',
    stopped: 'This answer was stopped.',
    interrupted: 'This answer was interrupted.',
  },
  continue: {
    action: 'Continue this chat',
    signedIn: 'You get your own copy, in your account.',
    /** Followed by a link "Sign in" and `guestAfter`. */
    guestBefore: 'You get your own copy.',
    guestLink: 'Sign in',
    guestAfter: 'to keep it.',
    failed: "Couldn't continue this chat",
    ended: 'It is no longer shared.',
  },
  ask: {
    title: 'Share conversation',
    lead: (count: number) =>
      count === 0
        ? 'Anyone with the link can read this conversation, which has no messages yet.'
        : `Anyone with the link can read ${count === 1 ? 'this message' : `these ${counted(count)} messages`}. Later ones are not added.`,
    preview: 'What readers see',
    more: (count: number) => `and ${counted(count)} more`,
    create: 'Create link and copy',
  },
  link: {
    title: 'Shared link',
    label: 'Link',
    loading: 'Loading…',
    notShared: (name: string) => `${name} is not shared. Anyone with the link can read it as it is when you share it.`,
    works: (name: string) =>
      `Anyone with the link can read ${name} as it was when you shared it. Later messages are not shown.`,
    expired: (time: string) => `This link expired on ${time}. Choose another expiry to make it work again.`,
    snapshot: 'Shows the conversation as of',
    update: 'Update',
    updated: 'The link now shows the conversation as it is.',
    saved: 'Saved.',
    ended: 'The link no longer works.',
    takenDown: (time: string) => `Taken down on ${time}`,
    takenDownReason: (reason: string) => `Reason: ${reason}`,
    done: 'Done',
    stop: 'Stop sharing',
    stopQuestion: (name: string) =>
      `The link to ${name} will stop working. People who made their own copies keep them.`,
  },
  files: {
    include: 'Include files',
    hint: 'Readers can open and download the files. Otherwise they see only their names.',
    included: 'Readers can open the files now. The link shows the conversation as it is.',
    leftOut: 'Readers see only the names of files now.',
  },
  documents: {
    include: 'Include documents',
    hint: 'Readers can open, run and download the documents. Otherwise they see only their titles.',
    count: (count: number) => (count === 1 ? '1 document' : `${counted(count)} documents`),
    included: 'Readers can open the documents now. The link shows the conversation as it is.',
    leftOut: 'Readers see only the titles of documents now.',
  },
  expiry: {
    label: 'Expires',
    expired: 'Expired',
    never: 'Never',
    inDays: (days: number) => (days === 1 ? 'In 1 day' : `In ${days} days`),
    endOfDay: 'At the end of a day…',
    day: 'Last day',
    pastDay: 'Choose today or a later day.',
    set: 'Set',
  },
} as const;
