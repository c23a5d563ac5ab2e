import { useEffect, useRef } from 'react';
import { Field } from '../../../components/forms/field.tsx';
import { Input } from '../../../components/forms/input.tsx';
import { secondFactorTexts } from './texts.ts';

const withoutSpaces = (typed: string) => typed.replace(/\s/g, '');

/** The code in what was typed or pasted; null while it is not complete. */
export function codeIn(typed: string): string | null {
  const code = withoutSpaces(typed);
  return /^\d{6}$/.test(code) ? code : null;
}

/**
 * The field for a code of an authenticator app. It takes the focus when it appears and after a refusal. `onComplete` gets the code as soon
 * as its six digits are there.
 */
export function CodeField(props: {
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
  onComplete: (code: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal selects the code, so that the next one replaces it
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [props.error]);
  return (
    <Field label={secondFactorTexts.code} help={secondFactorTexts.codeHint} error={props.error}>
      {(control) => (
        <Input
          {...control}
          ref={input}
          className="tabular-nums tracking-[0.16em]"
          value={props.value}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          onChange={({ target }) => {
            props.onChange(target.value);
            const code = codeIn(target.value);
            if (code !== null && code !== codeIn(props.value)) props.onComplete(code);
          }}
        />
      )}
    </Field>
  );
}
