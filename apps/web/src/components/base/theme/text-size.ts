import { StoredValue } from '../stored-value/stored-value.ts';

/** The sizes of the root, of which all other sizes are multiples, in relation to the browser's own. They are stored as they are here. */
const rootSizes = { small: '90%', normal: '', large: '112.5%', larger: '125%' } as const;

export type TextSize = keyof typeof rootSizes;
/** The names of the sizes, the smallest first. */
export const textSizes = Object.keys(rootSizes) as TextSize[];

/** The chosen size of the text, stored on this device. public/theme.js applies it before the first paint, and in other tabs. */
export const textSize = new StoredValue<TextSize>('noek_text_size', {
  parse: (text) => textSizes.find((size) => rootSizes[size] === text) ?? 'normal',
  print: (size) => rootSizes[size] || null,
});

/** Applies a size and stores it on this device; without storage it lasts as long as the page. */
export function setTextSize(size: TextSize): void {
  textSize.set(size);
  document.documentElement.style.fontSize = rootSizes[size];
}
