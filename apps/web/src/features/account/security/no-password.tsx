import type { SignInMethods } from '@noek/contract/auth/account';
import { serverText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { DevInboxLink } from '../../auth/forms/dev-inbox-link.tsx';
import { useCurrentUser } from '../../session/current-user.ts';
import { accountTexts } from '../texts.ts';

const texts = accountTexts.noPassword;

/** Says that the account has no password that works, and mails a link to set one. */
export function NoPassword({ password }: { password: Exclude<SignInMethods['password'], 'set'> }) {
  const { user } = useCurrentUser();
  const send = trpc.auth.forgotPassword.useMutation();
  return (
    <div className="grid justify-items-start gap-3">
      <p>{texts[password]}</p>
      <Button
        variant="quiet"
        size="sm"
        disabled={!user || send.isPending}
        onClick={() => user && send.mutate({ email: user.email })}
      >
        {send.isPending ? texts.sending : texts.button}
      </Button>
      <div role="status">
        {send.isSuccess && <p className="text-success-ink">{send.data.message}</p>}
        {send.isError && <p className="text-danger-ink">{serverText(send.error) ?? texts.failed}</p>}
      </div>
      {send.isSuccess && <DevInboxLink />}
    </div>
  );
}
