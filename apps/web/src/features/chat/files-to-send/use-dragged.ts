import { useEffect, useState } from 'react';

/** Whether files are dragged over the page, outside of its parts that take files themselves. */
export function useDragged(): boolean {
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    // On the document: on the window, the message box prevents the default, as such a part does.
    const over = ({ dataTransfer, defaultPrevented }: DragEvent) =>
      setDragged(Boolean(dataTransfer?.types.includes('Files')) && !defaultPrevented);
    document.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setDragged(false), {
      signal,
    });
    window.addEventListener('drop', () => setDragged(false), { signal });
    return () => listeners.abort();
  }, []);
  return isDragged;
}
