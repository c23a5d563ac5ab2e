import { maxTitleLength } from './limits.ts';

/** What is wrong with a title: the words of the server's refusal and of the page's field. */
export const titleProblems = {
  empty: 'Enter a title.',
  tooLong: `A title can have up to ${maxTitleLength} characters.`,
} as const;

/** What a call is refused with that changes nothing in a conversation. */
export const updateProblem = 'Give a title, a project or an effort, or say whether the conversation is pinned.';

/** What the owner of a conversation reads whose link an administrator took down. */
export const takenDownText =
  'An administrator took the link to this conversation down. It cannot be shared until an administrator allows it again.';

/** The note on an answer that its reader interrupted with a message. */
export const interruptedByMessage = 'Interrupted by your next message';
