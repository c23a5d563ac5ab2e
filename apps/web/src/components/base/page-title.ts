import { useEffect } from 'react';

/** Sets the document's title while the component is mounted. */
export function usePageTitle(title: string) {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
