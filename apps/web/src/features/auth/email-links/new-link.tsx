import { useId, useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Input } from '../../../components/forms/input.tsx';
import { useSubmit } from '../../../components/forms/use-submit.ts';
import { returnToInput } from '../continue/remember-auth-parameters.ts';
import { DevInboxLink } from '../forms/dev-inbox-link.tsx';
import { resendRefusal } from '../forms/refusal-text.ts';
import { authTexts } from '../texts.ts';

/** Sends a new verification link. Asks for the address, because a link that does not work names no account. */
export function NewLink() {
  const resend = trpc.auth.resendVerification.useMutation();
  const [email, setEmail] = useState('');
  const id = useId();
  const { onSubmit, problem } = useSubmit({
    send: () => resend.mutateAsync({ email: email.trim(), ...returnToInput() }),
    failed: resendRefusal,
  });
  return (
    <form onSubmit={onSubmit} className="mt-5 grid gap-2">
      <p className="text-text-muted">{authTexts.verifyEmail.newLink}</p>
      <label htmlFor={id} className="mt-2 font-medium text-sm">
        {authTexts.fields.email}
      </label>
      <Input
        id={id}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" className="mt-2 w-full" disabled={resend.isPending || !email.trim()}>
        {authTexts.resend.button}
      </Button>
      <p role="status" className="text-sm">
        {resend.isSuccess && <span className="text-success-ink">{authTexts.resend.sent}</span>}
        {problem && <span className="text-danger-ink">{problem}</span>}
      </p>
      {resend.isSuccess && <DevInboxLink />}
    </form>
  );
}
