import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { PageLink } from '../../components/page/page-link.tsx';
import { accountPage } from '../session/account-page.ts';
import { type SectionName, sectionId, sectionNames } from './account-section.tsx';
import { accountTexts } from './texts.ts';
import { movements, showSection } from './use-open-section.ts';

/**
 * Links to the sections, beside them on wide screens. The one in view is marked. `section` is the section that the address names, or null.
 */
export function AccountIndex({ section }: { section: SectionName | null }) {
  const { inView, markOpened } = useSectionInView(section);
  return (
    <nav
      aria-label={accountTexts.index}
      className="sticky top-22 -mt-1.5 hidden max-h-[calc(100dvh-5.5rem)] self-start overflow-y-auto pb-6 min-[68.75rem]:block"
    >
      <ul className="grid border-border border-l">
        {sectionNames.map((name) => (
          <li key={name}>
            <PageLink
              href={`${accountPage}#${sectionId(name)}`}
              onClick={() => {
                markOpened(name);
                // The address names the section already, so it does not change.
                if (name === section) showSection(name);
              }}
              {...(name === inView && { 'aria-current': 'location' as const })}
              className={clsx(
                '-ml-px flex min-h-9 items-center border-l-2 py-1 pl-4 text-sm -outline-offset-2',
                name === inView
                  ? 'border-accent font-medium text-text forced-colors:border-[Highlight]'
                  : 'border-transparent text-text-muted hover:text-text',
              )}
            >
              {accountTexts.sections[name].heading}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * The section that is read: the last one that begins in the upper third of the window, and the last of all at the end of the page. Short
 * sections at the end cannot be scrolled up there. Therefore a section that was opened counts until the person moves on the page. `section`
 * is the section that the address names, or null; call `markOpened` when a link to one is followed.
 */
function useSectionInView(section: SectionName | null) {
  const [inView, setInView] = useState<SectionName | null>(section);
  const opened = useRef(false);
  const markOpened = (name: SectionName) => {
    opened.current = true;
    setInView(name);
  };
  useEffect(() => {
    opened.current = section !== null;
    if (section) setInView(section);
  }, [section]);
  useEffect(() => {
    const mark = () => {
      if (!opened.current) setInView(sectionRead());
    };
    const moved = () => {
      opened.current = false;
    };
    mark();
    window.addEventListener('scroll', mark, { passive: true });
    window.addEventListener('resize', mark);
    for (const name of movements) window.addEventListener(name, moved, { passive: true });
    return () => {
      window.removeEventListener('scroll', mark);
      window.removeEventListener('resize', mark);
      for (const name of movements) window.removeEventListener(name, moved);
    };
  }, []);
  return { inView, markOpened };
}

function sectionRead(): SectionName | null {
  const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
  if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1) return sectionNames.at(-1) ?? null;
  const begun = (name: SectionName) =>
    (document.getElementById(sectionId(name))?.getBoundingClientRect().top ?? 0) < clientHeight / 3;
  return sectionNames.findLast(begun) ?? sectionNames[0] ?? null;
}
