import { Suspense, useEffect } from 'react';
import { codePart } from '../../components/base/code-part.ts';
import { openDialog, useOpenDialog } from './open/open-dialog.ts';
import { useSession } from './session/session.ts';

const OpenedDialog = codePart(() => import('./opened-dialog.tsx')).lazy();

const close = () => openDialog(null);

/** The dialog that `openDialog` opens. Render it once per chat screen. */
export function ChatDialogs() {
  const userId = useSession().user?.id;
  const dialog = useOpenDialog();
  useEffect(() => close, []);
  // What a person has opened is not for the next one. What is opened before the server has said who is here stays.
  useEffect(() => (userId ? close : undefined), [userId]);
  return <Suspense fallback={null}>{dialog && <OpenedDialog dialog={dialog} onClose={close} />}</Suspense>;
}
