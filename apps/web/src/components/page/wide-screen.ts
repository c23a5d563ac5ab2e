import { useSyncExternalStore } from 'react';

/** From this width on, the sidebar is next to the page; on narrower screens it is a drawer. */
const wide = '(min-width: 48rem)';

export const useWideScreen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(wide);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(wide).matches,
  );
