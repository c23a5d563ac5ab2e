import { StoredValue, useStoredValue } from './stored-value.ts';

export type Theme = 'light' | 'dark';

/** The browser's own bars show the page's background. */
const barColour: Record<Theme, string> = { light: '#fdfcf9', dark: '#181715' };

/** The choice, kept on this device; public/theme.js reads it before the first paint. */
const theme = new StoredValue<Theme>('noek_theme', {
  parse: (text) => (text === 'dark' ? 'dark' : 'light'),
  print: (chosen) => chosen,
});
theme.onChange(() => show(theme.get()));

function show(shown: Theme) {
  document.documentElement.dataset.theme = shown;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColour[shown]);
}

/** Shows a theme and keeps it on this device; without storage it lasts until the page is left. */
export const setTheme = theme.set;

export const useTheme = (): Theme => useStoredValue(theme);
