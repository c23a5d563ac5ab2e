/** How long "Copied" shows, in milliseconds. */
export const copyFeedbackMs = 2_000;

/** Copies text to the clipboard. Resolves to false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Permission was denied or the page has no focus. The older method below may still work.
  }
  return copyBySelection(text);
}

/** Pages without HTTPS, such as an address in the local network, have no Clipboard API. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  // An open dialog takes the focus back from what is outside of it.
  const dialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
  (dialog ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
  }
}
