import { Check, Copy } from 'lucide-react';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { chatTexts } from '../texts.ts';
import { useCopy } from './copy-text.ts';

/** Copies a text and confirms it for two seconds. */
export function CopyButton({ text, label, className }: { text: string; label: string; className?: string }) {
  const { copied, copy } = useCopy();
  return (
    <>
      <IconButton
        label={copied ? chatTexts.message.copied : label}
        hint={copied ? chatTexts.message.copied : chatTexts.message.copy}
        className={className}
        onClick={() => copy(text)}
      >
        {copied ? <Check className="text-success-ink" aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
      <span className="sr-only" aria-live="polite">
        {copied ? chatTexts.message.copied : ''}
      </span>
    </>
  );
}
