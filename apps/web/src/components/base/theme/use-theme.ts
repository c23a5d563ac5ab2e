import { useSyncExternalStore } from 'react';
import { onTheme, type Theme, themeNow } from './theme.ts';

/** The theme on screen. */
export const useTheme = (): Theme => useSyncExternalStore(onTheme, themeNow);
