import { useStoredValue } from '../stored-value/use-stored-value.ts';
import { chosenTheme, type Theme } from './theme.ts';

export const useTheme = (): Theme => useStoredValue(chosenTheme);
