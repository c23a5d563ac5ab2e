import { clsx } from 'clsx';
import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { DialogToastPlace } from '../base/toasts/toast-place.tsx';
import { useBackToClose } from './back-to-close.ts';
import { overlayClass, panelClass } from './dialog-classes.ts';
import { escapeCloses } from './escape-closes.ts';
import { useReturnFocus } from './return-focus.ts';

/**
 * A dialog with any content, such as a form. Mount it to open it; Escape and a press outside call `onClose`, except while it is `busy`.
 * When the dialog closes, the focus returns to where it was.
 */
export function Dialog(props: {
  title: string;
  description?: ReactNode;
  busy?: boolean;
  className?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const returnFocus = useReturnFocus();
  const close = () => {
    if (!props.busy) props.onClose();
  };
  useBackToClose(true, close);
  return (
    <Radix.Root open onOpenChange={(open) => !open && close()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content
            className={clsx(panelClass, 'max-sm:px-5', props.className)}
            {...(!props.description && { 'aria-describedby': undefined })}
            {...returnFocus}
            {...escapeCloses(close)}
          >
            <Radix.Title className="text-lg">{props.title}</Radix.Title>
            {props.description && (
              <Radix.Description asChild>
                <div className="mt-2 text-text-muted">{props.description}</div>
              </Radix.Description>
            )}
            {props.children}
            <DialogToastPlace />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
