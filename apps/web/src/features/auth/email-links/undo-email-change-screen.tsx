import { trpc } from '../../../api/trpc.ts';
import { storeUser } from '../../session/start/stored-user.ts';
import { DevInboxLink } from '../forms/dev-inbox-link.tsx';
import { authTexts } from '../texts.ts';
import { MailedStep } from './mailed-step.tsx';

/** Reverts a change of email address, with the token that was sent to the old address. */
export function UndoEmailChangeScreen({ token }: { token: string | undefined }) {
  const undo = trpc.auth.undoEmailChange.useMutation({ onSuccess: () => storeUser(null) });
  return (
    <MailedStep
      token={token}
      step={undo}
      pageTitle={authTexts.pageTitles.undoEmailChange}
      texts={authTexts.undoEmailChange}
    >
      <DevInboxLink className="mt-4 text-center" />
    </MailedStep>
  );
}
