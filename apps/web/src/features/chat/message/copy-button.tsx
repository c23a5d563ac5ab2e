import { Check, Copy } from 'lucide-react';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { componentTexts } from '../../../components/base/texts.ts';
import { useCopy } from '../../../components/copy-text.ts';

/** Copies a text and confirms it for two seconds. */
export function CopyButton({ text, label, className }: { text: string; label: string; className?: string }) {
  const { copied, copy } = useCopy();
  return (
    <>
      <IconButton
        label={copied ? componentTexts.copy.copied : label}
        hint={copied ? componentTexts.copy.copied : componentTexts.copy.copy}
        className={className}
        onClick={() => copy(text)}
      >
        {copied ? <Check className="text-success-ink" aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
      <span className="sr-only" aria-live="polite">
        {copied ? componentTexts.copy.copied : ''}
      </span>
    </>
  );
}
