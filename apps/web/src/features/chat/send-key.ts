import type { KeyboardEvent } from 'react';
import { isOfInputMethod } from '../../components/base/of-input-method.ts';
import { StoredValue } from '../../components/base/stored-value/stored-value.ts';
import { useStoredValue } from '../../components/base/stored-value/use-stored-value.ts';

/** The keys that can send a message. The first is the default. Ctrl is also ⌘. */
export const sendKeys = ['enter', 'ctrl-enter'] as const;
type SendKey = (typeof sendKeys)[number];

/** The key that sends a message, stored on this device. */
export const sendKey = new StoredValue<SendKey>('noek_send_key', {
  parse: (text) => (text === 'ctrl-enter' ? text : 'enter'),
  print: (key) => key,
});

/** How the message box takes Enter: whether an event of the keyboard sends, and what a phone's keyboard shows on the key. */
export function useSendKey(): { sends: (event: KeyboardEvent) => boolean; hint: 'send' | 'enter' } {
  const isCtrl = useStoredValue(sendKey) === 'ctrl-enter';
  return {
    sends: (event) =>
      event.key === 'Enter' && (isCtrl ? event.ctrlKey || event.metaKey : !event.shiftKey) && !isOfInputMethod(event),
    hint: isCtrl ? 'enter' : 'send',
  };
}
