import { useLayoutEffect } from 'react';
import { chosenTheme, showTheme } from './theme.ts';
import { useTheme } from './use-theme.ts';

/** Shows the light theme, whatever is chosen, while the component is mounted. */
export function useLightTheme(): void {
  const chosen = useTheme();
  // Again after each choice, which may be made in another tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    showTheme('light');
    return () => showTheme(chosenTheme.get());
  }, [chosen]);
}
