import type { KeyboardEvent } from 'react';
import { isOfInputMethod } from '../../components/base/of-input-method.ts';
import { asText, StoredValue } from '../../components/base/stored-value/stored-value.ts';
import { useStoredValue } from '../../components/base/stored-value/use-stored-value.ts';

/** The key that sends a message, stored on this device: "ctrl-enter", where Ctrl is also ⌘. Anything else is Enter, the default. */
export const sendKey = new StoredValue('noek_send_key', asText);

/** Whether the person has chosen Ctrl + Enter. */
export const useCtrlEnter = (): boolean => useStoredValue(sendKey) === 'ctrl-enter';

/** How the message box takes Enter: whether an event of the keyboard sends, and what a phone's keyboard shows on the key. */
export function useSendKey(): {
  sends: (event: KeyboardEvent) => boolean;
  /** Whether it interrupts the running answer with the message: Ctrl + Enter, or Ctrl + Shift + Enter where Ctrl + Enter sends. */
  steers: (event: KeyboardEvent) => boolean;
  hint: 'send' | 'enter';
} {
  const isCtrl = useCtrlEnter();
  const isEnter = (event: KeyboardEvent) => event.key === 'Enter' && !isOfInputMethod(event);
  const hasCtrl = (event: KeyboardEvent) => event.ctrlKey || event.metaKey;
  return {
    sends: (event) => isEnter(event) && (isCtrl ? hasCtrl(event) : !event.shiftKey),
    steers: (event) => isEnter(event) && hasCtrl(event) && event.shiftKey === isCtrl,
    hint: isCtrl ? 'enter' : 'send',
  };
}
