import type { ReactNode } from 'react';
import { addresses } from '../addresses.ts';
import { usePagePath } from '../page-context.ts';
import { SiteFrame } from '../site-frame.tsx';
import { paths } from './reference.ts';
import { developerTexts as texts } from './texts.ts';

const pages = [
  [paths.guide, texts.pages.guide.name],
  [paths.rest, texts.pages.rest.name],
  [paths.procedures, texts.pages.procedures.name],
  [paths.programs, texts.pages.programs.name],
] as const;

const linkClass =
  'inline-flex min-h-10 items-center border-transparent border-b-2 text-text-muted hover:text-text aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-text';

/** The frame of each of the developers' pages: the heading, links to the other pages, and the contents. */
export function DevelopersFrame(props: {
  heading: string;
  lead: string;
  entries: readonly Entry[];
  children: ReactNode;
}) {
  const path = usePagePath();
  return (
    <SiteFrame>
      <div className="mx-auto max-w-site px-5 pt-8 pb-16 md:px-8 md:pt-12 md:pb-24">
        <h1 className="text-3xl md:text-[2.75rem] md:leading-13">{props.heading}</h1>
        <p className="mt-3 max-w-160 text-[1.0625rem] text-text-muted leading-6.75">{props.lead}</p>
        <nav aria-label={texts.pagesNavigation} className="mt-6 border-border border-b text-base">
          <ul className="-mb-px flex flex-wrap gap-x-6">
            {pages.map(([href, name]) => (
              <li key={href}>
                <a className={linkClass} href={href} aria-current={href === path ? 'page' : undefined}>
                  {name}
                </a>
              </li>
            ))}
            <li>
              <a className={linkClass} href={addresses.openApi}>
                {texts.openApi}
              </a>
            </li>
          </ul>
        </nav>
        <div className="mt-8 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-12">
          <Contents entries={props.entries} />
          <div className="min-w-0">{props.children}</div>
        </div>
      </div>
    </SiteFrame>
  );
}

/** A section of a page with its heading. On narrow screens a link leads back to the contents. */
export const Chapter = ({ id, heading, children }: { id: string; heading: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="mt-14 first:mt-0">
    <div className="flex items-baseline justify-between gap-4">
      <h2 id={id} className="scroll-mt-10 text-2xl">
        <a className="hover:underline" href={`#${id}`}>
          {heading}
        </a>
      </h2>
      <a
        className="inline-flex min-h-10 items-center text-sm text-text-muted hover:underline lg:hidden"
        href="#contents"
      >
        {texts.contents}
      </a>
    </div>
    {children}
  </section>
);

/** A section of a page and what it contains, each with its anchor. */
type Entry = { id: string; text: string; parts?: readonly { id: string; text: string }[] };

/** The sections of a page: at its side where there is room, otherwise above them. What a section contains unfolds without a script. */
const Contents = ({ entries }: { entries: readonly Entry[] }) => (
  <nav
    id="contents"
    aria-labelledby="contents-heading"
    className="scroll-mt-6 lg:scroll-area max-lg:mb-10 max-lg:rounded-card max-lg:bg-surface max-lg:px-5 max-lg:py-4 lg:sticky lg:top-16 lg:max-h-[calc(100dvh-4rem)] lg:self-start lg:py-4"
  >
    <h2 id="contents-heading" className="text-sm">
      {texts.contents}
    </h2>
    <ul className="mt-1 grid text-base">
      {entries.map(({ id, text, parts }) => (
        <li key={id}>
          {parts ? (
            <details>
              <summary className="min-h-10 cursor-pointer py-2 text-text-muted hover:text-text">{text}</summary>
              <ul className="mb-2 grid border-border border-l pl-3 text-sm">
                {[{ id, text: texts.wholeSection }, ...parts].map((part) => (
                  <li key={part.id}>
                    <ContentsLink {...part} />
                  </li>
                ))}
              </ul>
            </details>
          ) : (
            <ContentsLink id={id} text={text} />
          )}
        </li>
      ))}
    </ul>
  </nav>
);

const ContentsLink = ({ id, text }: { id: string; text: string }) => (
  <a
    href={`#${id}`}
    className="flex min-h-10 items-center py-1 text-text-muted [overflow-wrap:anywhere] hover:text-text hover:underline"
  >
    {text}
  </a>
);
