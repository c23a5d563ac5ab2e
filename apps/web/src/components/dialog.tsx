import { clsx } from 'clsx';
import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';

export const overlayClass =
  'fixed inset-0 z-(--z-dialog) grid place-items-center overflow-y-auto bg-scrim p-5 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in';
export const panelClass =
  'relative w-full max-w-104 rounded-[1rem] border border-border bg-surface-raised px-7 pt-8 pb-6 shadow-dialog data-[state=open]:animate-rise-in data-[state=closed]:animate-fade-out';

/** A modal dialog. The title names it; Esc, the close button and a click beside it close it. */
export function Dialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content
            className={clsx(panelClass, props.className)}
            {...(props.description ? {} : { 'aria-describedby': undefined })}
          >
            <Radix.Title className="text-xl">{props.title}</Radix.Title>
            {props.description && (
              <Radix.Description className="mt-2 text-text-muted">{props.description}</Radix.Description>
            )}
            {props.children}
            <Radix.Close asChild>
              <IconButton label="Close" className="absolute top-2.5 right-2.5">
                <X className="icon" aria-hidden />
              </IconButton>
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
