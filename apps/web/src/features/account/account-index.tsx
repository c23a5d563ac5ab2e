import { clsx } from 'clsx';
import { PageLink } from '../../components/page/page-link.tsx';
import { accountPage } from '../session/account-page.ts';
import { type SectionName, sectionId, sectionNames } from './account-section.tsx';
import { accountTexts } from './texts.ts';
import { showSection } from './use-open-section.ts';
import { useSectionInView } from './use-section-in-view.ts';

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
