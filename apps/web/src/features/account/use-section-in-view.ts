import { useEffect, useRef, useState } from 'react';
import { type SectionName, sectionId, sectionNames } from './account-section.tsx';
import { movements } from './use-open-section.ts';

/**
 * The section that is read: the last one that begins in the upper third of the window, and the last of all at the end of the page. Short
 * sections at the end cannot be scrolled up there. Therefore a section that was opened counts until the person moves on the page. `section`
 * is the section that the address names, or null; call `markOpened` when a link to one is followed.
 */
export function useSectionInView(section: SectionName | null) {
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
