import { Check, Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from './base/button.tsx';
import { componentTexts } from './base/texts.ts';
import { useCopy } from './copy-text.ts';
import { Field } from './forms/field.tsx';
import { Input } from './forms/input.tsx';

/**
 * A text to copy, with a Copy button. The text is also selected, in case the browser forbids copying. `takesFocus`: the field has
 * replaced the focused element, so it takes the focus.
 */
export function CopyField(props: {
  label: string;
  value: string;
  className?: string;
  takesFocus?: boolean;
  onCopied?: () => void;
}) {
  const { takesFocus = false } = props;
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  const { copied, copy } = useCopy(props.onCopied);
  return (
    <Field label={props.label}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            ref={input}
            readOnly
            className={props.className}
            value={props.value}
            onFocus={(event) => event.target.select()}
          />
          <Button
            ref={button}
            className="min-w-24"
            onClick={() => {
              input.current?.select();
              copy(props.value);
            }}
          >
            {copied ? <Check className="icon" aria-hidden /> : <Copy className="icon" aria-hidden />}
            <span aria-live="polite">{copied ? componentTexts.copy.copied : componentTexts.copy.copy}</span>
          </Button>
        </div>
      )}
    </Field>
  );
}
