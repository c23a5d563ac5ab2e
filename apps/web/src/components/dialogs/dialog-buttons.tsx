import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from '../base/button.tsx';
import { componentTexts } from '../base/texts.ts';

/** The buttons at the end of a dialog. On phones they fill its width, in one line or, if they do not fit, one below the other. */
export const DialogButtons = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={clsx('flex flex-wrap justify-end gap-2 max-sm:*:grow', className)}>{children}</div>
);

/** The buttons of a form in a dialog: Cancel, and the one that submits. `isSaving`: it keeps the focus, but does nothing. */
export function FormButtons(props: {
  submit: string;
  disabled?: boolean;
  isSaving?: boolean;
  destructive?: boolean;
  cancelDisabled?: boolean;
  onCancel: () => void;
}) {
  return (
    <DialogButtons className="mt-1">
      <Button variant="quiet" disabled={props.cancelDisabled} onClick={props.onCancel}>
        {componentTexts.cancel}
      </Button>
      <Button
        type="submit"
        variant={props.destructive ? 'danger' : 'primary'}
        disabled={props.disabled}
        aria-disabled={props.isSaving || undefined}
      >
        {props.submit}
      </Button>
    </DialogButtons>
  );
}
