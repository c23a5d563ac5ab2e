import { developerTexts as texts } from './texts.ts';

/** A section of a page and what it contains, each with its anchor. */
export type Entry = { id: string; text: string; parts?: readonly { id: string; text: string }[] };

/** The sections of a page: at its side where there is room, otherwise above them. What a section contains unfolds without a script. */
export const Contents = ({ entries }: { entries: readonly Entry[] }) => (
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
