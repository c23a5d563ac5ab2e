import type { KeyboardEvent } from 'react';

/**
 * The key handler of a dialog's content. A toast that appears later becomes Radix's top layer and takes Escape from the dialog. If Radix
 * did close the dialog, or one above it, the event is already prevented.
 */
export const escapeCloses =
  (close: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
