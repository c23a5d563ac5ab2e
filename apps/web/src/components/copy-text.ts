import { useEffect, useRef, useState } from 'react';
import { componentTexts } from './base/texts.ts';
import { toast } from './base/toasts/toast.ts';
import { copyFeedbackMs, copyText } from './clipboard.ts';

/** `copied` is true for two seconds after a successful copy, which also calls `onCopied`. */
export function useCopy(onCopied?: () => void): { copied: boolean; copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = (text: string) => {
    void copyText(text).then((worked) => {
      if (!worked) {
        toast({
          title: componentTexts.copy.failed,
          description: componentTexts.copy.failedWhy,
          variant: 'destructive',
        });
        return;
      }
      clearTimeout(timer.current);
      setCopied(true);
      onCopied?.();
      timer.current = setTimeout(() => setCopied(false), copyFeedbackMs);
    });
  };
  return { copied, copy };
}
