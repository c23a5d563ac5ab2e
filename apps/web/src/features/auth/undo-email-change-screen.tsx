import { errorText } from '../../api/error-text.ts';
import { trpc } from '../../api/trpc.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { usePageTitle } from '../../components/page-title.ts';
import { storeUser } from '../session/stored-user.ts';
import { AuthCard, AuthFrame } from './auth-frame.tsx';
import { useFocusOnTurn } from './focus-on-turn.ts';
import { InboxLink } from './inbox-link.tsx';
import { BackToSignIn, Outcome } from './outcome.tsx';

/** Takes a change of e-mail address back, with the token the old address got. Only the button does it: scanners open links. */
export function UndoEmailChangeScreen({ token }: { token: string | undefined }) {
  const undo = trpc.auth.undoEmailChange.useMutation({ onSuccess: () => storeUser(null) });
  usePageTitle('Undo email change · Noek');
  useFocusOnTurn(undo.isSuccess);
  return (
    <AuthFrame>
      {undo.isSuccess && (
        <AuthCard heading="Change Undone">
          <Outcome good text={undo.data.message} signIn="Go to Sign In" />
          <InboxLink className="mt-4 text-center" />
        </AuthCard>
      )}
      {token === undefined && (
        <AuthCard heading="Undo Email Change">
          <Outcome good={false} text="This link is incomplete." signIn="Go to Sign In" />
        </AuthCard>
      )}
      {token !== undefined && !undo.isSuccess && (
        <AuthCard heading="Undo Email Change" lead="Your account gets its former email address back.">
          <p className="mt-4">
            Everybody is signed out of the account, its password no longer works, and we send you a link to choose a new
            one.
          </p>
          {undo.isError && (
            <Notice tone="danger" role="alert" className="mt-4">
              {errorText(undo.error)}
            </Notice>
          )}
          <Button className="mt-6 w-full" disabled={undo.isPending} onClick={() => undo.mutate({ token })}>
            {undo.isPending ? 'Undoing the change…' : 'Undo the Change'}
          </Button>
          <BackToSignIn />
        </AuthCard>
      )}
    </AuthFrame>
  );
}
