import { createFileRoute } from '@tanstack/react-router';
import { loadThread } from '../../features/chat/conversation/load-thread.ts';

type Search = {
  /** The id of the message to scroll to. */
  message?: string;
};

export const Route = createFileRoute('/_chat/chat/$conversationId')({
  validateSearch: ({ message }: Record<string, unknown>): Search =>
    // The router parses a value of only digits as a number.
    typeof message === 'string' || typeof message === 'number' ? { message: String(message) } : {},
  // In parallel with the session request.
  loader: () => void loadThread(),
});
