import { X } from 'lucide-react';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { useDraft, useOpenConversation } from '../session/open-conversation.ts';
import { quotedPart } from './quoted-part.ts';
import { readQuotes, writeQuotes } from './quotes.ts';
import { quoteTexts } from './texts.ts';

/** The quotes of the draft, each with a button that removes it. The message box shows the text after them. */
export function QuotesInBox() {
  const { input } = useOpenConversation();
  const { text, write } = useDraft();
  const quoted = quotedPart(text);
  const { quotes } = readQuotes(quoted);
  const remove = (at: number) => {
    write(writeQuotes(quotes.toSpliced(at, 1), text.slice(quoted.length)));
    input.current?.focus();
  };
  return (
    <>
      <p role="status" className="sr-only">
        {quotes.length > 0 && quoteTexts.added(quotes.length)}
      </p>
      {quotes.length > 0 && (
        <ul aria-label={quoteTexts.list} className="grid max-h-44 scroll-area gap-1.5 px-3 pt-1 pb-1.5">
          {quotes.map((quote, at) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: two quotes may be the same
              key={at}
              className="flex items-start gap-1 rounded-control border-border-strong border-s-2 bg-surface ps-3"
            >
              <blockquote
                dir="auto"
                className="my-1.5 line-clamp-2 min-w-0 flex-1 whitespace-pre-line text-sm text-text-muted [overflow-wrap:anywhere]"
              >
                {quote}
              </blockquote>
              <IconButton label={quoteTexts.remove} onClick={() => remove(at)}>
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
