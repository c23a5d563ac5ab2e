const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

const macNames: Record<string, string> = { Ctrl: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↩', Delete: '⌫' };

/** The keys of a shortcut, such as "Ctrl+K", as this platform names them: "Ctrl", "K", or "⌘", "K". */
export function keysOf(shortcut: string): string[] {
  const keys = shortcut === '+' ? [shortcut] : shortcut.split('+');
  return isMac() ? keys.map((key) => macNames[key] ?? key) : keys;
}
