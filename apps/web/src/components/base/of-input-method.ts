import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/**
 * Whether an input method uses this key itself, such as Enter for the word that it offers. It must then neither send, save or choose
 * anything nor close a field. Safari reports that Enter after the composition has ended; only its key code, 229, still says so.
 */
export function isOfInputMethod(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === 229;
}
