import { useEffect, useRef } from 'react';

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
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]'))
        return;
      const command = event.ctrlKey || event.metaKey;
      if (command && event.shiftKey && event.code === 'KeyO') {
        event.preventDefault();
        latest.current.onNewChat();
      } else if (command && !event.shiftKey && !event.altKey && event.code === 'KeyK' && latest.current.onSearch) {
        event.preventDefault();
        latest.current.onSearch();
      } else if (event.key === '/' && !command && !event.altKey && !isTyping(event.target)) {
        event.preventDefault();
        latest.current.onFocusInput();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
