import { useEffect } from 'react';

/** Names the page in the tab while the component is shown. */
export function usePageTitle(title: string) {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
