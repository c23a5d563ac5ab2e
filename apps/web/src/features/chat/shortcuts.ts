import { useEffect, useEffectEvent } from 'react';
import { setSearchOpen } from './search/search-open.ts';
import { useChatSession } from './session/chat-session.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/**
 * "/" focuses the message box. Ctrl or ⌘ + Shift + O starts a new chat. Ctrl or ⌘ + K searches the chats of a signed-in
 * person. None of them works while a dialog or a menu is open.
 */
export function useChatShortcuts(): void {
  const { user, sends, input } = useChatSession();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]'))
      return;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.shiftKey && event.code === 'KeyO') {
      event.preventDefault();
      sends.newChat();
    } else if (command && !event.shiftKey && !event.altKey && event.code === 'KeyK' && user) {
      event.preventDefault();
      setSearchOpen(true);
    } else if (event.key === '/' && !command && !event.altKey && !isTyping(event.target)) {
      event.preventDefault();
      input.current?.focus();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
