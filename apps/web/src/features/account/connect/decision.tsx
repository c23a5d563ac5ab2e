import { serverText } from '../../../api/base/error-text.ts';
import { Button } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { useCurrentUser } from '../../session/current-user.ts';
import { connectTexts } from './texts.ts';

/** Cancel and Allow, with who decides, and why the last try failed. `failed`: the text for an error without one of its own. */
export function Decision(props: {
  isAllowing: boolean;
  disabled: boolean;
  error: Parameters<typeof serverText>[0] | null;
  failed: string;
  onCancel: () => void;
  onAllow: () => void;
}) {
  const { user } = useCurrentUser();
  return (
    <>
      {props.error && (
        <Notice tone="danger" role="alert" className="mt-5">
          {serverText(props.error) ?? props.failed}
        </Notice>
      )}
      <div className="mt-6 grid gap-2.5 sm:grid-cols-2">
        <Button variant="quiet" size="lg" disabled={props.disabled} onClick={props.onCancel}>
          {connectTexts.cancel}
        </Button>
        <Button size="lg" disabled={props.disabled} onClick={props.onAllow}>
          {props.isAllowing ? connectTexts.allowing : connectTexts.allow}
        </Button>
      </div>
      {user && (
        <p className="mt-4 text-center text-sm text-text-muted [overflow-wrap:anywhere]">
          {connectTexts.signedInAs(user.email)}
        </p>
      )}
    </>
  );
}
