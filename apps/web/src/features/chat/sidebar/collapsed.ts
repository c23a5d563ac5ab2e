import { useState } from 'react';

const key = 'noek_sidebar';

/** Whether the sidebar is collapsed, kept on this device. */
export function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(() => {
    try {
      return localStorage.getItem(key) === 'collapsed';
    } catch {
      return false;
    }
  });
  return [
    collapsed,
    (next) => {
      setCollapsed(next);
      try {
        localStorage.setItem(key, next ? 'collapsed' : 'open');
      } catch {
        // Storage is switched off: it holds for this page.
      }
    },
  ];
}
