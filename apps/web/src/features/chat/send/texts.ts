import { resetsAt } from '../texts.ts';

/** What is said when a send was refused or went another way. */
export const sendTexts = {
  keptInBox: 'Your message is back in the message box.',
  keptInEditor: 'Your edit was kept.',
  limitReached: (sentence: string, time: string | null) => (time ? `${sentence} ${resetsAt(time)}` : sentence),
  createFailed: 'Failed to create conversation',
  branched: 'This chat changed in another tab',
  branchedHow: 'Your message started a new branch. Use ‹ › to switch back.',
} as const;
