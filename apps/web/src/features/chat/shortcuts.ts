import { useEffect, useEffectEvent } from 'react';
import { isOfInputMethod } from '../../components/base/of-input-method.ts';
import { hasFinePointer } from '../../components/page/fine-pointer.ts';
import { openDialog } from './open/open-dialog.ts';
import { setSearchOpen } from './open/search-open.ts';
import { useOpenConversation } from './session/open-conversation.ts';
import { useSession } from './session/session.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Whether the key types a character. The space key also presses buttons and scrolls. */
const isCharacter = (event: KeyboardEvent) => event.key.length === 1 && event.key !== ' ' && !isOfInputMethod(event);

/**
 * With a mouse, the message box has the focus when the page opens. "/" focuses it, and what is typed or pasted elsewhere goes
 * there. Ctrl or ⌘ + Shift + O starts a new chat. Ctrl or ⌘ + K searches the chats of a signed-in person, and runs commands. Ctrl
 * or ⌘ + / lists the shortcuts, as does "?" outside of text fields. None of them works while a dialog or a menu is open.
 */
export function useChatShortcuts(): void {
  const { user } = useSession();
  const { input, newChat } = useOpenConversation();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.defaultPrevented ||
      document.querySelector('[role="dialog"]:not([data-beside]), [role="alertdialog"], [role="menu"]')
    )
      return;
    const { key } = event;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.shiftKey && event.code === 'KeyO') {
      event.preventDefault();
      newChat();
    } else if (command && !event.shiftKey && !event.altKey && event.code === 'KeyK' && user) {
      event.preventDefault();
      setSearchOpen(true);
    } else if (event.altKey || (isTyping(event.target) && !(command && key === '/'))) {
      return;
    } else if (key === '/' || key === '?') {
      event.preventDefault();
      if (key === '/' && !command) input.current?.focus();
      else openDialog({ kind: 'shortcuts' });
    } else if (command ? event.code === 'KeyV' && !event.shiftKey : isCharacter(event)) {
      // The browser then inserts the character or the clipboard there.
      input.current?.focus();
    }
  });
  useEffect(() => {
    if (hasFinePointer() && document.activeElement === document.body) input.current?.focus({ preventScroll: true });
  }, [input]);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
