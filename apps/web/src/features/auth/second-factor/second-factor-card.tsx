import type { SignedInUser } from '@noek/contract/auth/schemas';
import { MailCheck } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { errorCode, errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button, TextButton } from '../../../components/base/button.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { Input } from '../../../components/forms/input.tsx';
import { AuthCard } from '../auth-frame.tsx';
import { DevInboxLink } from '../forms/dev-inbox-link.tsx';
import { CodeField, codeIn } from './code-field.tsx';
import { secondFactorTexts } from './texts.ts';

const texts = secondFactorTexts.signIn;

/** Why a code was refused: a wrong code is reported at the field, and everything else above it. */
type Problem = { field?: string; whole?: string };

/**
 * The second step of a sign-in: a code of the authenticator app, or a recovery code. `onSignedIn` leaves the page; if it fails, its refusal
 * is shown. `onExpired` gets the sentence about a `challenge` that no longer works.
 */
export default function SecondFactorCard(props: {
  challenge: string;
  onSignedIn: (user: SignedInUser) => Promise<void>;
  onBack: () => void;
  onExpired: (text: string) => void;
}) {
  const { challenge } = props;
  const [withRecoveryCode, setWithRecoveryCode] = useState(false);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<Problem>({});
  const finish = trpc.auth.secondFactor.useMutation();
  const lost = trpc.auth.lostSecondFactor.useMutation({ onError: (error) => refused(error, texts.lostFailed) });
  // After a successful sign-in the page is left, so the form stays disabled.
  const busy = finish.isPending || finish.isSuccess;

  function refused(error: unknown, fallback: string) {
    if (errorCode(error) === 'UNAUTHORIZED') return props.onExpired(errorText(error));
    const text = errorText(error, fallback);
    setProblem(errorCode(error) === 'BAD_REQUEST' ? { field: text } : { whole: text });
  }
  async function send(input: { code: string } | { recoveryCode: string }) {
    if (busy) return;
    setProblem({});
    try {
      await props.onSignedIn(await finish.mutateAsync({ challenge, ...input }));
    } catch (error) {
      refused(error, secondFactorTexts.failed);
      finish.reset();
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (withRecoveryCode) void send({ recoveryCode: typed.trim() });
    else void send({ code: typed });
  }
  function switchTo(recovery: boolean) {
    setWithRecoveryCode(recovery);
    setTyped('');
    setProblem({});
  }

  if (lost.isSuccess) return <LinkSent message={lost.data.message} onCode={() => lost.reset()} />;
  return (
    <AuthCard heading={texts.heading} lead={withRecoveryCode ? texts.recoveryLead : texts.lead}>
      <form noValidate onSubmit={submit} className="mt-6 grid gap-4">
        <FormRefusal text={problem.whole} />
        {withRecoveryCode ? (
          <RecoveryCodeField value={typed} error={problem.field} onChange={setTyped} />
        ) : (
          <CodeField
            value={typed}
            error={problem.field}
            onChange={setTyped}
            onComplete={(code) => void send({ code })}
          />
        )}
        <Button
          type="submit"
          className="w-full"
          disabled={busy || (withRecoveryCode ? !typed.trim() : codeIn(typed) === null)}
        >
          {busy ? texts.submitting : texts.submit}
        </Button>
      </form>
      <p className="mt-3 flex flex-wrap justify-between gap-x-4">
        <TextButton disabled={busy} onClick={() => switchTo(!withRecoveryCode)}>
          {withRecoveryCode ? texts.useCode : texts.useRecoveryCode}
        </TextButton>
        <TextButton disabled={busy || lost.isPending} onClick={() => lost.mutate({ challenge })}>
          {lost.isPending ? texts.sending : texts.lostBoth}
        </TextButton>
      </p>
      <p className="mt-auto pt-3 text-center">
        <TextButton disabled={busy} onClick={props.onBack}>
          {texts.back}
        </TextButton>
      </p>
    </AuthCard>
  );
}

function RecoveryCodeField(props: { value: string; error: string | undefined; onChange: (typed: string) => void }) {
  const focused = useRef(false);
  return (
    <Field label={texts.recoveryCode} error={props.error}>
      {(control) => (
        <Input
          {...control}
          ref={(input) => {
            if (!focused.current) input?.focus();
            focused.current = true;
          }}
          className="font-mono"
          value={props.value}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => props.onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** Says that the email to a person who lost everything was sent, and what happens next. */
function LinkSent({ message, onCode }: { message: string; onCode: () => void }) {
  return (
    <AuthCard heading={secondFactorTexts.lost.heading} lead={<span role="status">{message}</span>}>
      <p className="mt-4 flex gap-3 rounded-card bg-surface px-4 py-3.5 text-[0.875rem] leading-5.5">
        <MailCheck className="icon mt-0.75 text-accent-ink" aria-hidden />
        <span>{secondFactorTexts.lost.next}</span>
      </p>
      <p className="mt-3 text-[0.875rem] text-text-muted">{secondFactorTexts.lost.found}</p>
      <DevInboxLink className="mt-3" />
      <Button variant="quiet" className="mt-6 w-full" onClick={onCode}>
        {secondFactorTexts.lost.toCode}
      </Button>
    </AuthCard>
  );
}
