import { StoredValue } from '../stored-value/stored-value.ts';

export type Theme = 'light' | 'dark';

/** The page's background, for the browser's toolbar. */
const barColour: Record<Theme, string> = { light: '#fdfcf9', dark: '#181715' };

/** The chosen theme, stored on this device. public/theme.js reads it before the first paint. */
export const chosenTheme = new StoredValue<Theme>('noek_theme', {
  parse: (text) => (text === 'dark' ? 'dark' : 'light'),
  print: (chosen) => chosen,
});
chosenTheme.onChange(() => showTheme(chosenTheme.get()));

/** Shows a theme without choosing it. */
export function showTheme(shown: Theme): void {
  document.documentElement.dataset.theme = shown;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColour[shown]);
}

/** Applies a theme and stores it on this device; without storage it lasts as long as the page. */
export const setTheme = chosenTheme.set;
