import { useSyncExternalStore } from 'react';
import { chosenTheme, type Theme, themeNow } from './theme.ts';

/** The theme on screen. */
export const useTheme = (): Theme => useSyncExternalStore(chosenTheme.onChange, themeNow);
