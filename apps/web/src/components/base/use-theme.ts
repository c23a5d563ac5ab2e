import { chosenTheme, type Theme } from './theme.ts';
import { useStoredValue } from './use-stored-value.ts';

export const useTheme = (): Theme => useStoredValue(chosenTheme);
