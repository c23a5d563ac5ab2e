import { createFileRoute } from '@tanstack/react-router';
import { loadThread } from '../../features/chat/conversation/load-thread.ts';

type Search = {
  /** The message to go to. */
  message?: string;
};

export const Route = createFileRoute('/_chat/chat/$conversationId')({
  validateSearch: ({ message }: Record<string, unknown>): Search =>
    // A text of digits alone comes parsed as a number.
    typeof message === 'string' || typeof message === 'number' ? { message: String(message) } : {},
  // While the server is asked who is here.
  loader: () => void loadThread(),
});
