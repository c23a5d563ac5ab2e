import * as Radix from 'radix-ui/dialog';
import { Button } from '../../../components/base/button.tsx';
import { DialogToastPlace } from '../../../components/base/toasts/toast-place.tsx';
import { useBackToClose } from '../../../components/dialogs/back-to-close.ts';
import { overlayClass, panelClass } from '../../../components/dialogs/dialog-classes.ts';
import { escapeCloses } from '../../../components/dialogs/escape-closes.ts';
import { useReturnFocus } from '../../../components/dialogs/return-focus.ts';
import { subscriptionTexts } from '../texts.ts';

const texts = subscriptionTexts.sandbox.authentication;

/** What a bank's page asks with a real card (3-D Secure). Closing the dialog leaves the payment open. */
export function AuthenticationDialog(props: {
  open: boolean;
  busy: boolean;
  onAnswer: (answer: 'complete' | 'fail') => void;
  onClose: () => void;
}) {
  const { busy } = props;
  const returnFocus = useReturnFocus();
  const close = () => {
    if (!busy) props.onClose();
  };
  useBackToClose(props.open, close);
  return (
    <Radix.Root open={props.open} onOpenChange={(open) => !open && close()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content className={panelClass} {...returnFocus} {...escapeCloses(close)}>
            <Radix.Title className="text-lg">{texts.title}</Radix.Title>
            <Radix.Description className="mt-2 text-text-muted">{texts.question}</Radix.Description>
            <div className="mt-6 grid gap-2">
              <Button aria-disabled={busy} onClick={() => props.onAnswer('complete')}>
                {texts.complete}
              </Button>
              <Button variant="quiet" aria-disabled={busy} onClick={() => props.onAnswer('fail')}>
                {texts.fail}
              </Button>
            </div>
            <DialogToastPlace />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
