import type { KeyboardEvent } from 'react';
import { isOfInputMethod } from '../../components/base/of-input-method.ts';
import { asText, StoredValue } from '../../components/base/stored-value/stored-value.ts';
import { useStoredValue } from '../../components/base/stored-value/use-stored-value.ts';

/** The key that sends a message, stored on this device: "ctrl-enter", where Ctrl is also ⌘. Anything else is Enter, the default. */
export const sendKey = new StoredValue('noek_send_key', asText);

/** Whether the person has chosen Ctrl + Enter. */
export const useCtrlEnter = (): boolean => useStoredValue(sendKey) === 'ctrl-enter';

/** How the message box takes Enter: whether an event of the keyboard sends, and what a phone's keyboard shows on the key. */
export function useSendKey(): { sends: (event: KeyboardEvent) => boolean; hint: 'send' | 'enter' } {
  const isCtrl = useCtrlEnter();
  return {
    sends: (event) =>
      event.key === 'Enter' && (isCtrl ? event.ctrlKey || event.metaKey : !event.shiftKey) && !isOfInputMethod(event),
    hint: isCtrl ? 'enter' : 'send',
  };
}
