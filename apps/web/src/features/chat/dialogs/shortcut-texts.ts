import { newLineShortcut, type SendKey, sendShortcut } from './send-shortcuts.ts';

/** A shortcut: what it does, and its keys, such as "Ctrl+K", or several such alternatives. */
type Shortcut = { does: string; keys: readonly string[]; signedIn?: boolean };
type ShortcutGroup = { name: string; shortcuts: readonly Shortcut[] };

/** All shortcuts of the chat. `key`: what sends a message. */
export const shortcutGroups = (key: SendKey): readonly ShortcutGroup[] => [
  {
    name: 'Everywhere',
    shortcuts: [
      { does: 'Search chats and run commands', keys: ['Ctrl+K'], signedIn: true },
      { does: 'New chat', keys: ['Ctrl+Shift+O'] },
      { does: 'Go to the message box', keys: ['/'] },
      { does: 'Show keyboard shortcuts', keys: ['?', 'Ctrl+/'] },
      { does: 'Close what is open, or stop the answer', keys: ['Esc'] },
      { does: 'Go to the latest notice', keys: ['F8'] },
    ],
  },
  {
    name: 'Message box',
    shortcuts: [
      { does: 'Send', keys: [sendShortcut[key]] },
      { does: 'New line', keys: [newLineShortcut[key]] },
    ],
  },
  {
    name: 'List of chats',
    shortcuts: [
      { does: 'Go through the list', keys: ['↑', '↓'], signedIn: true },
      { does: 'Go to the first or last chat', keys: ['Home', 'End'], signedIn: true },
      { does: 'Rename the chat', keys: ['F2'], signedIn: true },
      { does: 'Delete the chat', keys: ['Delete'], signedIn: true },
    ],
  },
  {
    name: 'Conversation',
    shortcuts: [
      { does: 'Scroll up or down', keys: ['PageUp', 'PageDown'] },
      { does: 'Go to the start or the end', keys: ['Home', 'End'] },
      { does: 'Find in a long chat', keys: ['Ctrl+F'] },
      { does: 'Next or previous result', keys: ['Enter', 'Shift+Enter'] },
      { does: 'Other version of a message, on its arrows', keys: ['←', '→'] },
      { does: 'Go to Quote, with a selected text', keys: ['Tab'] },
      { does: 'Cancel an edit', keys: ['Esc'] },
    ],
  },
  {
    name: 'Files',
    shortcuts: [
      { does: 'Previous or next file', keys: ['←', '→'] },
      { does: 'Previous or next page', keys: ['PageUp', 'PageDown'] },
      { does: 'Zoom in, out, or back', keys: ['+', '-', '0'] },
    ],
  },
];
