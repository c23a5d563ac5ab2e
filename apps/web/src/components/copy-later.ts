import { copyText } from './clipboard.ts';

/**
 * Copies a text that is still on its way. Safari allows copying only during the click, so the clipboard is asked at once. Resolves to false if
 * the browser does not allow it, or the text does not come.
 */
export async function copyLater(text: Promise<string>): Promise<boolean> {
  try {
    const blob = text.then((known) => new Blob([known], { type: 'text/plain' }));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    // Older browsers take only a text that is there, and others have no Clipboard API.
    return text.then(copyText, () => false);
  }
}
