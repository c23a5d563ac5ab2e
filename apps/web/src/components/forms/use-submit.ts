import { type FormEvent, useEffect, useRef, useState } from 'react';

/**
 * The submission of a small form, one with a field or two whose values the component keeps. `check` returns what is wrong with them, and
 * nothing is sent then; `failed` is a refusal of `send` as a sentence. What was typed stays, a second submission is ignored while the
 * first one runs, and after a refusal the first field that is marked as invalid gets the focus. `submit` may be given what was typed
 * last, which `send` does not see yet.
 */
export function useSubmit<Given>(options: {
  check?: () => string | null;
  send: (given?: Given) => Promise<unknown>;
  failed: (error: unknown) => string;
}) {
  const [refusal, setRefusal] = useState<{ text: string } | null>(null);
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  /** A disabled button comes too late for the second click of a double click. */
  const running = useRef(false);
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusal]);

  const submit = (given?: Given) => {
    if (running.current) return;
    const wrong = options.check?.() ?? null;
    setRefusal(wrong === null ? null : { text: wrong });
    if (wrong !== null) return;
    running.current = true;
    setSending(true);
    const end = () => {
      running.current = false;
      setSending(false);
    };
    options
      .send(given)
      .catch((error: unknown) => setRefusal({ text: options.failed(error) }))
      .finally(end);
  };
  return {
    submit,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      form.current = event.currentTarget;
      submit();
    },
    /** Why it was not sent or not accepted. */
    problem: refusal?.text,
    isSending,
    /** Forgets the problem, once something else is typed. */
    clear: () => setRefusal(null),
  };
}
