import { createContext, useContext } from 'react';
import { tooltip } from '../../../components/base/tooltip.ts';
import { markdownTexts } from './texts.ts';

/**
 * Sends a suggestion of an answer as a message; null where nothing can be sent at the moment, and undefined where bold italic words are
 * only words. Only the demo's answers have suggestions: a model's answer must not offer to send what a page has told it.
 */
export const SuggestionsContext = createContext<((message: string) => void) | null | undefined>(undefined);

/** Bold italic words: in an answer of the demo, a message that a press sends. */
export function Suggestion({ message }: { message: string }) {
  const send = useContext(SuggestionsContext);
  if (send === undefined)
    return (
      <em>
        <strong>{message}</strong>
      </em>
    );
  // aria-disabled, not disabled, so that the button keeps the focus while an answer is running.
  return (
    <button
      type="button"
      className="suggestion"
      aria-disabled={send === null}
      onClick={() => send?.(message)}
      {...tooltip(markdownTexts.suggestion)}
    >
      {message}
    </button>
  );
}
