import { useLayoutEffect } from 'react';
import { showTheme, themeNow } from './theme.ts';
import { useTheme } from './use-theme.ts';

/** Shows the light theme, whatever is chosen, while the component is mounted. */
export function useLightTheme(): void {
  const theme = useTheme();
  // Again after each change, which may be made in another tab or by the device.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    showTheme('light');
    return () => showTheme(themeNow());
  }, [theme]);
}
