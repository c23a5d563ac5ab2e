import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../components/base/toast.ts';
import { chatTexts } from '../texts.ts';

/** How long "Copied" shows, in milliseconds. */
export const copyFeedbackMs = 2_000;

/** Puts text on the clipboard. Resolves to false where the browser does not let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused, or the page is not focused: the older way below may still work.
  }
  return copyBySelection(text);
}

/** Pages without https (an address in the local network) have no clipboard API. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  document.body.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
  }
}

/** `copied` is true for two seconds after a copy that worked. */
export function useCopy(): { copied: boolean; copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = (text: string) => {
    void copyText(text).then((worked) => {
      if (!worked) {
        toast({
          title: chatTexts.message.copyFailed,
          description: chatTexts.message.copyFailedWhy,
          variant: 'destructive',
        });
        return;
      }
      clearTimeout(timer.current);
      setCopied(true);
      timer.current = setTimeout(() => setCopied(false), copyFeedbackMs);
    });
  };
  return { copied, copy };
}
