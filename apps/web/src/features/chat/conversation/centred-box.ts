import { useSyncExternalStore } from 'react';

/** On screens at least this large, the message box of the empty chat is in the middle. public/shell.css has the same sizes. */
const roomy = '(min-width: 48rem) and (min-height: 42rem)';

/** Whether there is room for the message box in the middle of the empty chat. */
export const useCentredBox = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(roomy);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(roomy).matches,
  );
