import { useEffect, useEffectEvent } from 'react';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

type Actions = {
  onNewChat: () => void;
  onFocusInput: () => void;
  /** Null: there is nothing to search. */
  onSearch: (() => void) | null;
};

/**
 * "/" goes to the message box, Ctrl or ⌘ + Shift + O starts a new chat, Ctrl or ⌘ + K searches; none of them while a dialog
 * is open.
 */
export function useChatShortcuts(actions: Actions): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]'))
      return;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.shiftKey && event.code === 'KeyO') {
      event.preventDefault();
      actions.onNewChat();
    } else if (command && !event.shiftKey && !event.altKey && event.code === 'KeyK' && actions.onSearch) {
      event.preventDefault();
      actions.onSearch();
    } else if (event.key === '/' && !command && !event.altKey && !isTyping(event.target)) {
      event.preventDefault();
      actions.onFocusInput();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
