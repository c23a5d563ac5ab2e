import { StoredValue } from '../stored-value/stored-value.ts';

export type Theme = 'light' | 'dark';
/** `system`: the theme of the device, which may change. */
export type ThemeChoice = Theme | 'system';

/** The page's background, for the browser's toolbar. */
const barColour: Record<Theme, string> = { light: '#fdfcf9', dark: '#181715' };

/** The chosen theme, stored on this device. public/theme.js reads it before the first paint. */
export const chosenTheme = new StoredValue<ThemeChoice>('noek_theme', {
  parse: (text) => (text === 'dark' || text === 'system' ? text : 'light'),
  print: (chosen) => chosen,
});

/** Whether the device is dark. */
export const darkDevice = window.matchMedia('(prefers-color-scheme: dark)');

/** The theme that the choice means now. */
export function themeNow(): Theme {
  const chosen = chosenTheme.get();
  return chosen === 'system' ? (darkDevice.matches ? 'dark' : 'light') : chosen;
}

chosenTheme.onChange(() => showTheme(themeNow()));
// All that follow the choice look again.
darkDevice.addEventListener('change', () => {
  if (chosenTheme.get() === 'system') chosenTheme.set('system');
});

/** Shows a theme without choosing it. */
export function showTheme(shown: Theme): void {
  document.documentElement.dataset.theme = shown;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColour[shown]);
}

/** Applies a theme and stores it on this device; without storage it lasts as long as the page. */
export const setTheme = chosenTheme.set;
