import { toast } from '../../../../components/base/toasts/toast.ts';
import { withQuote } from '../../quote/quotes.ts';
import { useDraft, useOpenConversation } from '../../session/open-conversation.ts';
import { documentTexts } from '../texts.ts';

/**
 * Quotes a document, or a part of it, in the message box, after the quotes that are there; what is typed in the box stays. `before`: leaves
 * the document, so that the box can be seen. Returns a function of the title, what is quoted, and words to begin the message with.
 */
export function useAsk(before: () => void) {
  const { input } = useOpenConversation();
  const { text, write } = useDraft();
  return (title: string, selected: string, words = '') => {
    const named = documentTexts.panel.quote(title);
    const quoted = withQuote(text, selected.trim() === '' ? named : `${named}\n${selected}`);
    if (quoted === null) {
      toast({ title: documentTexts.panel.noRoom, description: documentTexts.panel.noRoomHint, variant: 'destructive' });
      return;
    }
    write(words === '' || quoted.endsWith(words) ? quoted : `${quoted}${quoted.endsWith('\n') ? '' : '\n'}${words}`);
    before();
    requestAnimationFrame(() => {
      const box = input.current;
      box?.focus();
      box?.setSelectionRange(box.value.length, box.value.length);
    });
  };
}
