import { errorText, isRefused } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { usePageTitle } from '../../../components/base/page-title.ts';
import { useFocusOnViewChange } from '../../../components/forms/focus-on-view-change.ts';
import { storeUser } from '../../session/start/stored-user.ts';
import { AuthCard, AuthFrame, authHeadingId } from '../auth-frame.tsx';
import { DevInboxLink } from '../forms/dev-inbox-link.tsx';
import { authTexts } from '../texts.ts';
import { BackToSignIn, Outcome } from './outcome.tsx';

const texts = authTexts.undoEmailChange;

/** Reverts a change of email address, with the token that was sent to the old address. Only the button does it, because scanners open links. */
export function UndoEmailChangeScreen({ token }: { token: string | undefined }) {
  const undo = trpc.auth.undoEmailChange.useMutation({ onSuccess: () => storeUser(null) });
  const isInvalid = undo.isError && isRefused(undo.error);
  usePageTitle(authTexts.pageTitles.undoEmailChange);
  useFocusOnViewChange(undo.isSuccess || isInvalid, authHeadingId);
  return (
    <AuthFrame>
      {undo.isSuccess && (
        <AuthCard heading={texts.done}>
          <Outcome good text={undo.data.message} signIn={authTexts.goToSignIn} />
          <DevInboxLink className="mt-4 text-center" />
        </AuthCard>
      )}
      {token === undefined && (
        <AuthCard heading={texts.heading}>
          <Outcome good={false} text={texts.incompleteLink} signIn={authTexts.goToSignIn} />
        </AuthCard>
      )}
      {isInvalid && (
        <AuthCard heading={texts.heading}>
          <div role="alert">
            <Outcome good={false} text={errorText(undo.error)} signIn={authTexts.goToSignIn} />
          </div>
        </AuthCard>
      )}
      {token !== undefined && !undo.isSuccess && !isInvalid && (
        <AuthCard heading={texts.heading} lead={texts.lead}>
          <p className="mt-4">{texts.consequences}</p>
          {undo.isError && (
            <Notice tone="danger" role="alert" className="mt-4">
              {errorText(undo.error)}
            </Notice>
          )}
          <Button className="mt-6 w-full" disabled={undo.isPending} onClick={() => undo.mutate({ token })}>
            {undo.isPending ? texts.submitting : texts.submit}
          </Button>
          <BackToSignIn />
        </AuthCard>
      )}
    </AuthFrame>
  );
}
