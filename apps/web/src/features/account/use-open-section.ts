import { useEffect } from 'react';
import { type AccountPageName, isFirstSection } from './account-pages.ts';
import { headingId, type SectionName, sectionId } from './account-section.tsx';

/** The events with which people move on a page. From then on, they decide what is in view. */
const movements = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the section that the address names and moves the focus to its heading; without a section, to the page's heading
 * (`topId`). The section stays in view while the sections above it load, until the person does something.
 */
export function useOpenSection(page: AccountPageName, section: SectionName | null, topId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each page
  useEffect(() => {
    document.getElementById(section === null ? topId : headingId(section))?.focus({ preventScroll: true });
    if (section === null || isFirstSection(section)) return window.scrollTo(0, 0);
    const show = () => document.getElementById(sectionId(section))?.scrollIntoView({ block: 'start' });
    show();
    const watcher = new ResizeObserver(show);
    const stop = () => {
      watcher.disconnect();
      for (const name of movements) window.removeEventListener(name, stop);
    };
    watcher.observe(document.body);
    for (const name of movements) window.addEventListener(name, stop, { passive: true });
    return stop;
  }, [page, section, topId]);
}
