import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

/** Where the choice is kept; public/theme.js reads it before the first paint. */
const themeStorageKey = 'noek_theme';
/** The page's background as the browser's own bars show it. */
const barColour: Record<Theme, string> = { light: '#fdfcf9', dark: '#181715' };

const listeners = new Set<() => void>();

const currentTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

/** Shows a theme and keeps it on this device; without storage it lasts until the page is left. */
export function setTheme(theme: Theme) {
  show(theme);
  try {
    localStorage.setItem(themeStorageKey, theme);
  } catch {
    // Storage is switched off or full: the choice still holds for this page.
  }
}

function show(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColour[theme]);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  const otherTab = (event: StorageEvent) => {
    if (event.key === themeStorageKey) show(event.newValue === 'dark' ? 'dark' : 'light');
  };
  listeners.add(listener);
  window.addEventListener('storage', otherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', otherTab);
  };
}

export const useTheme = () => useSyncExternalStore(subscribe, currentTheme);
