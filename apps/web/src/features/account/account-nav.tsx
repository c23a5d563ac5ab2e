import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { PageLink } from '../../components/page/page-link.tsx';
import { type AccountPageName, accountPageNames, accountPages } from './account-pages.ts';
import { accountTexts } from './texts.ts';

/** Links to the pages of the settings: a list beside the page, or on phones a row above it, which scrolls sideways. */
export function AccountNav({ page }: { page: AccountPageName }) {
  const row = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each page
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    // Not `scrollIntoView`, which could also scroll the page.
    if (row.current && current)
      row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2;
  }, [page]);
  return (
    <nav
      aria-label={accountTexts.index}
      className="max-md:-mx-5 max-md:border-border max-md:border-b md:sticky md:top-22 md:self-start"
    >
      <ul
        ref={row}
        // Fades at its end, where more may follow.
        className="relative flex max-md:overflow-x-auto max-md:px-5 max-md:[mask-image:linear-gradient(to_right,black_calc(100%-3rem),transparent)] max-md:after:w-6 max-md:after:flex-none md:grid md:gap-0.5"
      >
        {accountPageNames.map((name) => (
          <li key={name} className="flex-none">
            <PageLink
              href={accountPages[name].path}
              {...(name === page && { 'aria-current': 'page' as const })}
              className={clsx(
                'flex min-h-10 items-center whitespace-nowrap px-3 text-[0.875rem] -outline-offset-2 max-md:border-b-2 md:rounded-control',
                name === page
                  ? 'font-medium text-text max-md:border-accent md:bg-surface-active forced-colors:border-[Highlight] forced-colors:md:outline'
                  : 'border-transparent text-text-muted hover:text-text md:hover:bg-surface-hover',
              )}
            >
              {accountTexts.pages[name].heading}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
