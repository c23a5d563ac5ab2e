import { longestSearch } from '@noek/contract/chat/limits';
import { createFileRoute } from '@tanstack/react-router';
import { loadThread } from '../../../features/chat/conversation/load-thread.ts';

type Search = {
  /** The id of the message to scroll to. */
  message?: string;
  /** The text that was searched for. Its results are marked. */
  find?: string;
};

/** The router parses a value of only digits as a number. */
const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

export const Route = createFileRoute('/_chat/chat/$conversationId')({
  validateSearch(given: Record<string, unknown>): Search {
    const message = asText(given.message);
    const find = asText(given.find)?.slice(0, longestSearch);
    return { ...(message && { message }), ...(find && { find }) };
  },
  // In parallel with the session request.
  loader: () => void loadThread(),
});
