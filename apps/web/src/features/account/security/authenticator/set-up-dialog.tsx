import type { NewAuthenticator } from '@noek/contract/auth/second-factor';
import { create } from 'qrcode';
import { useState } from 'react';
import { errorCode, errorText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { CopyField } from '../../../../components/copy-field.tsx';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../../components/dialogs/dialog-buttons.tsx';
import { FormRefusal } from '../../../../components/forms/form-refusal.tsx';
import { useSubmit } from '../../../../components/forms/use-submit.ts';
import { useRefreshSecurity } from '../../../auth/passkeys/use-refresh-security.ts';
import { CodeField, codeIn } from '../../../auth/second-factor/code-field.tsx';
import { securityTexts } from '../texts.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const texts = securityTexts.authenticator.dialog;

/**
 * Shows what the authenticator app needs, asks for its first code, and then shows the recovery codes, once. Until they have been saved,
 * neither a press outside nor Escape closes the dialog. Calls `onSetUp` when it closes after that.
 */
export default function SetUpDialog(props: { begun: NewAuthenticator; onSetUp?: () => void; onClose: () => void }) {
  const { onClose, onSetUp } = props;
  const refresh = useRefreshSecurity();
  const [saved, setSaved] = useState(false);
  const confirm = trpc.auth.totpConfirm.useMutation({ onSuccess: refresh });
  const codes = confirm.data?.recoveryCodes;
  const close = () => {
    if (codes) onSetUp?.();
    onClose();
  };
  // One dialog for both, so that the focus returns to where it came from.
  return (
    <Dialog
      title={codes ? securityTexts.codes.dialog.title : texts.title}
      description={codes ? `${securityTexts.codes.dialog.on} ${securityTexts.codes.dialog.description}` : texts.scan}
      busy={confirm.isPending || (codes !== undefined && !saved)}
      onClose={close}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={() => setSaved(true)} onDone={close} />
      ) : (
        <FirstCode begun={props.begun} confirm={confirm} onClose={onClose} />
      )}
    </Dialog>
  );
}

function FirstCode(props: {
  begun: NewAuthenticator;
  confirm: ReturnType<typeof trpc.auth.totpConfirm.useMutation>;
  onClose: () => void;
}) {
  const { begun, confirm } = props;
  const [typed, setTyped] = useState('');
  const { onSubmit, submit, problem } = useSubmit<string>({
    send: (code = typed) => confirm.mutateAsync({ code }),
    failed: (error) => errorText(error, texts.failed),
  });
  const isWrongCode = errorCode(confirm.error) === 'BAD_REQUEST';
  return (
    <div className="mt-5 grid gap-4">
      <div className="grid justify-items-center gap-2 justify-self-center text-sm">
        <QrCode text={begun.uri} label={texts.picture} />
        <a className="prose-link" href={begun.uri}>
          {texts.open}
        </a>
      </div>
      <CopyField label={texts.secret} value={begun.secret} className="min-w-0 font-mono text-sm!" />
      <form noValidate onSubmit={onSubmit} className="grid gap-4">
        <FormRefusal text={isWrongCode ? undefined : problem} />
        <CodeField value={typed} error={isWrongCode ? problem : undefined} onChange={setTyped} onComplete={submit} />
        <FormButtons
          submit={confirm.isPending ? texts.submitting : texts.submit}
          disabled={confirm.isPending || codeIn(typed) === null}
          cancelDisabled={confirm.isPending}
          onCancel={props.onClose}
        />
      </form>
    </div>
  );
}

/** The light modules around a QR code that scanners need. */
const margin = 4;

/** A QR code, drawn as SVG because the content security policy allows no inline styles. It is dark on light in both themes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const path = Array.from(data, (dark, at) => (dark ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : '')).join('');
  const whole = size + 2 * margin;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-margin} ${-margin} ${whole} ${whole}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control border border-border forced-color-adjust-none"
    >
      <rect x={-margin} y={-margin} width={whole} height={whole} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
