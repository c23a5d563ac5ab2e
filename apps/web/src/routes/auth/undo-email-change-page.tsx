import { onlyValue } from '../../components/base/only-value.ts';
import { UndoEmailChangeScreen } from '../../features/auth/undo-email-change-screen.tsx';

/** `?token`: that of the link in the email. */
export default function UndoEmailChangePage({ address }: { address: URL }) {
  return <UndoEmailChangeScreen token={onlyValue(address.searchParams, 'token') ?? undefined} />;
}
