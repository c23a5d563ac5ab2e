import { planMessages } from '@noek/contract/subscription/limits';
import { counted } from '../../../components/base/texts.ts';
import { linkLost, restorable } from '../actions/texts.ts';

/** The texts of the dialogs of the chat screen. */
export const dialogTexts = {
  guestLimit: {
    title: 'Chat Limit Reached',
    used: (limit: number) => `You've used all ${counted(limit)} guest messages!`,
    lead: 'Create a free account to continue chatting',
    messagesPerDay: `${counted(planMessages.basicPerDay)} messages per day`,
    modes: 'Advanced AI capabilities with all modes',
    memory: 'Memory Bank system',
    create: 'Create Free Account',
    later: 'Maybe Later',
    free: 'No credit card required • Free forever plan available',
  },
  clear: {
    title: 'Clear conversation',
    question: (title: string, isShared: boolean) =>
      `Are you sure you want to clear this conversation? “${title}” moves to the trash with its messages. ${restorable}${isShared ? ` ${linkLost(1)}` : ''}`,
    confirm: 'Clear',
  },
  delete: {
    confirm: 'Delete',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    or: 'or',
  },
  rename: {
    title: 'Rename conversation',
  },
  signOut: {
    title: 'Sign out',
    question: (unsent: number, changes: number) => {
      const messages = unsent === 1 ? 'an unsent message' : `${counted(unsent)} unsent messages`;
      const waiting = changes === 1 ? 'an unsent change' : `${counted(changes)} unsent changes`;
      const all = [unsent > 0 && messages, changes > 0 && waiting].filter(Boolean).join(' and ');
      return `You have ${all}. If you sign out now, ${unsent + changes === 1 ? 'it' : 'they'} will be lost.`;
    },
    confirm: 'Sign out',
    cancel: 'Stay signed in',
  },
} as const;
