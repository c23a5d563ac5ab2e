import type { KeyboardEvent } from 'react';
import { isOfInputMethod } from '../base/of-input-method.ts';

/** For the content of a Radix dialog that closes itself: Escape of an input method ends only what it offers. */
export const keepForInputMethod = (event: globalThis.KeyboardEvent): void => {
  if (isOfInputMethod(event)) event.preventDefault();
};

/**
 * The key handlers of a dialog's content. A toast that appears later becomes Radix's top layer and takes Escape from the dialog. If Radix
 * did close the dialog, or one above it, the event is already prevented.
 */
export const escapeCloses = (close: () => void) => ({
  onEscapeKeyDown: keepForInputMethod,
  onKeyDown: (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || isOfInputMethod(event)) return;
    event.preventDefault();
    close();
  },
});
