import { clsx } from 'clsx';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { TextButton } from '../../../components/base/button.tsx';
import { messageTexts } from './texts.ts';
import { rememberUnfolded, wasUnfolded } from './unfolded.ts';

/** The frame of a person's message: a column on the right, with the author's name for screen readers. */
export function MessageFrame({
  author = messageTexts.author,
  children,
}: {
  author?: string | undefined;
  children: ReactNode;
}) {
  return (
    <article className="group/message grid justify-items-end gap-1">
      <h2 className="sr-only">{author}</h2>
      {children}
    </article>
  );
}

/** The bubble with a person's text. Keeps every space and line break; each paragraph has its own direction. */
export function Bubble({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div
      dir="auto"
      data-text=""
      className="min-w-0 max-w-[min(85%,36rem)] whitespace-pre-wrap rounded-composer bg-bubble px-4 py-2.5 text-prose leading-[1.6] [overflow-wrap:anywhere] [tab-size:4] [unicode-bidi:plaintext] max-md:max-w-[88%] forced-colors:border"
    >
      <Folded text={text}>{children || text.trimEnd()}</Folded>
    </div>
  );
}

/** A text with more lines than this is folded. The class below has the same number. */
const mostLines = 12;
/** The minimum length of a full line on any screen, in characters. A text shorter than `mostLines` of these never needs folding. */
const shortestLine = 20;

/** A text that shows only its first twelve lines until the reader unfolds it. */
function Folded({ text, children }: { text: string; children: ReactNode }) {
  const isLong = text.trimEnd().split('\n', mostLines + 1).length > mostLines;
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(() => wasUnfolded(text));
  const [isCut, setIsCut] = useState(false);
  const mayBeLong = isLong || text.length > mostLines * shortestLine;
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || isOpen || isLong) return;
    // Only the browser knows where lines break.
    const measure = () => setIsCut(current.scrollHeight > current.clientHeight + 1);
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [isOpen, isLong]);
  if (!mayBeLong) return children;

  const isFoldable = isLong || isCut || isOpen;
  const show = (open: boolean) => {
    setIsOpen(open);
    rememberUnfolded(text, open);
    // The button is at the end of what disappears.
    if (!open) requestAnimationFrame(() => box.current?.parentElement?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <div data-folded={isFoldable && !isOpen ? '' : undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the focus bubbles here from what is inside */}
      <div
        ref={box}
        onFocus={({ target }) => isFoldable && !isOpen && target.matches(':focus-visible') && show(true)}
        className={clsx(
          !isOpen && 'max-h-[calc(12lh+0.25rem)] overflow-hidden',
          isFoldable && !isOpen && 'mask-[linear-gradient(black_calc(100%-3lh),transparent)]',
        )}
      >
        {children}
      </div>
      {isFoldable && (
        <TextButton className="-ml-1 mt-1" aria-expanded={isOpen} data-unfold="" onClick={() => show(!isOpen)}>
          {isOpen ? messageTexts.showLess : messageTexts.showMore}
        </TextButton>
      )}
    </div>
  );
}
