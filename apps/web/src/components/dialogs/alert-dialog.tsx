import * as Radix from 'radix-ui/alert-dialog';
import type { ReactNode } from 'react';
import { buttonClass } from '../base/button.tsx';
import { componentTexts } from '../base/texts.ts';
import { DialogToastPlace } from '../base/toasts/toast-place.tsx';
import { useBackToClose } from './back-to-close.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import { overlayClass, panelClass } from './dialog-classes.ts';
import { escapeCloses } from './escape-closes.ts';
import { useReturnFocus } from './return-focus.ts';

/** Asks for confirmation. `question` names what is lost, `note` adds a line; `confirm` is the verb on the button. */
export function AlertDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  question: ReactNode;
  note?: string;
  confirm: string;
  cancel?: string;
  destructive?: boolean;
  onConfirm: () => void;
  /** Shown between the question and the buttons. */
  children?: ReactNode;
}) {
  const returnFocus = useReturnFocus();
  const close = () => props.onOpenChange(false);
  useBackToClose(props.open, close);
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content className={panelClass} {...returnFocus} {...escapeCloses(close)}>
            <Radix.Title className="text-lg">{props.title}</Radix.Title>
            <Radix.Description className="mt-2 text-text-muted">
              {props.question}
              {props.note && <span className="mt-1 block">{props.note}</span>}
            </Radix.Description>
            {props.children}
            <DialogButtons className="mt-6">
              <Radix.Cancel className={buttonClass('quiet')}>{props.cancel ?? componentTexts.cancel}</Radix.Cancel>
              <Radix.Action className={buttonClass(props.destructive ? 'danger' : 'primary')} onClick={props.onConfirm}>
                {props.confirm}
              </Radix.Action>
            </DialogButtons>
            <DialogToastPlace />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
