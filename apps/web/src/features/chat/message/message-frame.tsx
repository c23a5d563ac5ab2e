import type { ReactNode } from 'react';
import { chatTexts } from '../texts.ts';

/** The frame of what a person wrote: a column at the right, with its author for those who hear the page. */
export function MessageFrame({
  author = chatTexts.message.author,
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

/** What a person wrote, with every space and line break of it, each paragraph in its own direction: a soft bubble. */
export function Bubble({ children }: { children: string }) {
  return (
    <div
      dir="auto"
      className="max-w-[min(85%,36rem)] whitespace-pre-wrap rounded-composer bg-bubble px-4 py-2.5 text-prose leading-[1.6] [overflow-wrap:anywhere] [tab-size:4] [unicode-bidi:plaintext] max-md:max-w-[88%] forced-colors:border"
    >
      {children.trimEnd()}
    </div>
  );
}
