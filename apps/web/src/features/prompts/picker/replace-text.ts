/**
 * Replaces the whole text of a message box as if it were typed, so that the browser can undo it, and puts the cursor at its end. Returns
 * false if the browser cannot do that.
 */
export function replaceText(box: HTMLTextAreaElement | null, text: string): boolean {
  if (!box) return false;
  box.focus();
  box.setSelectionRange(0, box.value.length);
  // It is marked as deprecated, and nothing else keeps the browser's undo.
  if (typeof document.execCommand !== 'function' || !document.execCommand('insertText', false, text)) return false;
  box.scrollTop = box.scrollHeight;
  return true;
}
