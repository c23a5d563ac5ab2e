import { useEffect } from 'react';
import { headingId, type SectionName, sectionId } from './account-section.tsx';

/** The events with which people move on a page. From then on, they decide what is in view. */
export const movements = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls to a section. */
const scrollTo = (name: SectionName) => document.getElementById(sectionId(name))?.scrollIntoView({ block: 'start' });

/** Scrolls to a section and moves the focus to its heading. */
export function showSection(name: SectionName): void {
  document.getElementById(headingId(name))?.focus({ preventScroll: true });
  scrollTo(name);
}

/**
 * Scrolls to the section that the address names and moves the focus to its heading; without a section, to the page's heading
 * (`topId`). The section stays in view while the sections above it load, until the person does something.
 */
export function useOpenSection(section: SectionName | null, topId: string): void {
  useEffect(() => {
    if (section === null) {
      document.getElementById(topId)?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
      return;
    }
    showSection(section);
    const watcher = new ResizeObserver(() => scrollTo(section));
    const stop = () => {
      watcher.disconnect();
      for (const name of movements) window.removeEventListener(name, stop);
    };
    watcher.observe(document.body);
    for (const name of movements) window.addEventListener(name, stop, { passive: true });
    return stop;
  }, [section, topId]);
}
