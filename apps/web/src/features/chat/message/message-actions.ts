import type { Message, Rating } from '@noek/contract/chat/schemas';
import { createContext, useContext } from 'react';

/** The actions on the messages of the open conversation. */
export type MessageActions = {
  /** An answer is streaming or a message is being sent, so nothing new can be sent. */
  busy: boolean;
  /** Answers the question again; `model` names the model of the new answer (null: Automatic, absent: the conversation's). */
  /** `isCompared`: the conversation does not keep the model. */
  regenerate: (answer: Message, model?: string | null, isCompared?: boolean) => void;
  /** Continues an answer that was interrupted or cut short. */
  continueAnswer: (answer: Message) => Promise<void>;
  /** Rates an answer; null removes the rating. Resolves to whether the server stored it. */
  rate: (answer: Message, rating: Rating | null, reason?: string) => Promise<boolean>;
  /** Shows another version of a message, with the messages that follow it. */
  showVersion: (message: Message, versionId: string) => Promise<void>;
  /** Opens the editor of a message; null closes the open editor and discards its text. */
  edit: (message: Message | null) => void;
  /** Remembers the text in the editor of a message, and what was pasted into it. */
  writeEdit: (message: Message, text: string, pasted: readonly string[]) => void;
  /** The remembered text in the editor of a message, or null. */
  typedEdit: (message: Message) => string | null;
  /** What was pasted into the editor of a message, or into the message itself. */
  pastedEdit: (message: Message) => readonly string[];
  /** Whether the editor takes the focus when it appears: the person has just opened it; it was not already open. */
  takesFocus: (messageId: string) => boolean;
  /** Whether the focus returns to the message: its editor was cancelled, and no other one was opened since. */
  returnsFocus: (messageId: string) => boolean;
  /** Sends a message that an answer suggests. */
  ask: (text: string) => void;
  /** Sends the text in the editor as a new version of its message. */
  sendEdit: (message: Message, content: string, pasted: readonly string[]) => void;
};

export const MessageActionsContext = createContext<MessageActions | null>(null);

export function useMessageActions(): MessageActions {
  const actions = useContext(MessageActionsContext);
  if (!actions) throw new Error('useMessageActions is used outside of <MessageActionsContext>.');
  return actions;
}

/** The classes of elements that show only on hover and focus of their message, and always on touch devices. */
export const onHover =
  'opacity-0 group-focus-within/message:opacity-100 group-hover/message:opacity-100 coarse:opacity-100 any-pointer-coarse:opacity-100';
