import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { PageLink } from '../../components/page/page-link.tsx';
import { Tab, TabList } from '../../components/tabs.tsx';
import { type AdminPlace, adminLinks, dashboardLinks } from './admin-links.ts';
import { isDashboardTab } from './dashboard-tabs.ts';
import { adminTexts } from './texts.ts';

const group = 'flex flex-none gap-1! lg:flex-col lg:gap-0.5!';
const entry =
  'inline-flex min-h-10 flex-none items-center gap-2.5 whitespace-nowrap rounded-control border border-transparent px-3 font-medium text-[0.875rem] text-text-muted hover:bg-surface-hover hover:text-text max-lg:min-h-11 max-lg:gap-2 max-lg:px-2.5';
const currentEntry =
  'aria-[current]:bg-surface-active aria-[current]:text-text data-[state=active]:bg-surface-active forced-colors:aria-[current]:bg-[Highlight] forced-colors:aria-[current]:text-[HighlightText] forced-colors:data-[state=active]:bg-[Highlight] forced-colors:data-[state=active]:text-[HighlightText]';

/**
 * The one menu of all pages: a column at the left, and a row that scrolls sideways where there is no room beside the content. On the
 * dashboard, its first entries are the tabs.
 */
export function AdminNavigation({ place }: { place: AdminPlace }) {
  const menu = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    centre(menu.current?.querySelector('[aria-current], [data-state=active]'));
  }, [place]);
  return (
    <nav
      ref={menu}
      aria-label={adminTexts.navigation}
      // A browser leaves an entry that gets the focus partly outside the row.
      onFocus={({ target }) => target.matches(':focus-visible') && centre(target)}
      className="relative flex gap-1 overflow-x-auto border-border px-4 py-1.5 [scrollbar-width:none] max-lg:border-b max-lg:pr-7 max-lg:[mask-image:linear-gradient(to_right,black_calc(100%-1.75rem),transparent)] max-md:px-2 lg:sticky lg:top-14 lg:h-[calc(100dvh-3.5rem-var(--toast-foot,0px))] lg:flex-col lg:gap-4 lg:overflow-y-auto lg:border-r lg:px-3 lg:py-6"
    >
      {isDashboardTab(place) ? (
        <TabList aria-label={adminTexts.tabs} className={clsx(group, 'border-0!')}>
          {dashboardLinks.map(({ place: tab, name, Icon }) => (
            <Tab key={tab} value={tab} className={clsx(entry, currentEntry, 'after:hidden')}>
              <Icon className="icon" aria-hidden />
              {name}
            </Tab>
          ))}
        </TabList>
      ) : (
        <Links links={dashboardLinks} place={place} />
      )}
      <Links links={adminLinks} place={place} />
    </nav>
  );
}

/** Scrolls the row to an entry of it. Not by scrollIntoView, which would also scroll the page. */
function centre(entry: HTMLElement | null | undefined) {
  const menu = entry?.closest('nav');
  if (entry && menu) menu.scrollLeft = entry.offsetLeft - (menu.clientWidth - entry.offsetWidth) / 2;
}

const Links = (props: { links: typeof dashboardLinks | typeof adminLinks; place: AdminPlace }) => (
  <div className={group}>
    {props.links.map(({ place, name, href, Icon }) => (
      <PageLink
        key={place}
        href={href}
        {...(place === props.place && { 'aria-current': 'page' as const })}
        className={clsx(entry, currentEntry)}
      >
        <Icon className="icon" aria-hidden />
        {name}
      </PageLink>
    ))}
  </div>
);
