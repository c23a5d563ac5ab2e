import { longestSearch } from '@noek/contract/chat/limits';
import { createFileRoute } from '@tanstack/react-router';
import { loadThread } from '../../../features/chat/conversation/load-thread.ts';
import { documentsCode } from '../../../features/chat/documents/documents-code.ts';

type Search = {
  /** The id of the message to scroll to. */
  message?: string;
  /** The text that was searched for. Its results are marked. */
  find?: string;
  /** The id of the document beside the conversation, its version, and the line to go to. With it, `find` is a text in the document. */
  document?: string;
  version?: number;
  line?: number;
};

/** The router parses a value of only digits as a number. */
const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const asNumber = (value: unknown): number | undefined =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;

export const Route = createFileRoute('/_chat/chat/$conversationId')({
  validateSearch(given: Record<string, unknown>): Search {
    const message = asText(given.message);
    const find = asText(given.find)?.slice(0, longestSearch);
    const document = asText(given.document)?.slice(0, 64);
    const [version, line] = document ? [asNumber(given.version), asNumber(given.line)] : [];
    return {
      ...(message && { message }),
      ...(find && { find }),
      ...(document && { document }),
      ...(version && { version }),
      ...(line && { line }),
    };
  },
  // In parallel with the session request.
  loader({ location }) {
    void loadThread();
    if ((location.search as Search).document !== undefined) void documentsCode.load();
  },
});
