import { longPaste } from '@noek/contract/files/limits';
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/** A file, or a text that was pasted and may be better as a file. */
export type Brought = File | string;

/**
 * Takes the files that are dropped on the page or pasted into the box, from the first paint on: the browser would otherwise open a
 * dropped file in place of the page. `onPasted` is told every text, before the browser inserts it.
 */
export function useBrought(
  input: RefObject<HTMLTextAreaElement | null>,
  onBrought: (brought: readonly Brought[]) => void,
  onPasted: (text: string) => void,
): void {
  const bring = useEffectEvent((event: DragEvent | ClipboardEvent) => {
    const isPaste = 'clipboardData' in event;
    const data = isPaste ? event.clipboardData : event.dataTransfer;
    const text = isPaste && data?.getData('text/plain');
    // The browser inserts it, too. Spreadsheets put a picture of the cells beside their text.
    if (text) {
      onPasted(text);
      return text.length > longPaste && onBrought([text]);
    }
    // A part of the page that takes the files itself has prevented the default.
    if (event.defaultPrevented || !data?.types.includes('Files')) return;
    event.preventDefault();
    if (event.type !== 'dragover') onBrought([...data.files]);
  });
  useLayoutEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener('dragover', bring, { signal });
    window.addEventListener('drop', bring, { signal });
    input.current?.addEventListener('paste', bring, { signal });
    return () => listeners.abort();
  }, [input]);
}
