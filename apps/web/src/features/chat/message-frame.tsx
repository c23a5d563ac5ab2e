import type { ReactNode } from 'react';

/** The frame of what a person wrote: a column at the right, with its author for those who hear the page. */
export function MessageFrame({ author = 'You', children }: { author?: string | undefined; children: ReactNode }) {
  return (
    <article className="group/message grid justify-items-end gap-1">
      <h2 className="sr-only">{author}</h2>
      {children}
    </article>
  );
}

/** What a person wrote: a soft bubble. */
export function Bubble({ children }: { children: string }) {
  return (
    <div className="max-w-[min(85%,36rem)] whitespace-pre-line rounded-composer bg-bubble px-4 py-2.5 text-prose leading-[1.6] [overflow-wrap:anywhere] max-md:max-w-[88%] forced-colors:border">
      {children}
    </div>
  );
}
