import type { Message, Rating } from '@noek/contract/chat';
import { createContext, useContext } from 'react';

/** What can be done with the messages of the open conversation. */
export type MessageActions = {
  /** An answer runs or a message is on its way: nothing new can be asked. */
  busy: boolean;
  regenerate: (answer: Message) => void;
  /** Continues an answer that was interrupted or cut short. */
  continueAnswer: (answer: Message) => Promise<void>;
  /** Rates an answer; null removes the rating. Resolves to whether the server stored it. */
  rate: (answer: Message, rating: Rating | null, reason?: string) => Promise<boolean>;
  /** Shows another version of a message, with what follows it. */
  showVersion: (message: Message, versionId: string) => Promise<void>;
  /** Opens the editor in a message; null cancels the open one, and what was typed in it. */
  edit: (message: Message | null) => void;
  /** Notes what is typed in the editor of a message. */
  writeEdit: (message: Message, text: string) => void;
  /** What was typed in the editor of a message so far; null: nothing. */
  typedEdit: (message: Message) => string | null;
  /** Should the editor that comes up have the focus? It was asked for, and not only found open. */
  takesFocus: (messageId: string) => boolean;
  /** Whether the focus returns to the message: its editor was cancelled, and no other one was opened since. */
  returnsFocus: (messageId: string) => boolean;
  /** Sends what is in the editor as a new version of its message. */
  sendEdit: (message: Message, content: string) => void;
};

export const MessageActionsContext = createContext<MessageActions | null>(null);

export function useMessageActions(): MessageActions {
  const actions = useContext(MessageActionsContext);
  if (!actions) throw new Error('useMessageActions is used outside of <MessageActionsContext>.');
  return actions;
}

/** The classes of what shows on hover and focus of its message alone, and on touch always. */
export const onHover =
  'opacity-0 group-focus-within/message:opacity-100 group-hover/message:opacity-100 coarse:opacity-100 any-pointer-coarse:opacity-100';
