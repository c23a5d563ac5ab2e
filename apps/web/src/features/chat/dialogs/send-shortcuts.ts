/** The shortcuts of the message box, by the key that sends; see `sendKey`. */
export const sendShortcut = { enter: 'Enter', 'ctrl-enter': 'Ctrl+Enter' } as const;
export const newLineShortcut = { enter: 'Shift+Enter', 'ctrl-enter': 'Enter' } as const;

export type SendKey = keyof typeof sendShortcut;
