import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../base/button.tsx';
import { AlertDialog } from './alert-dialog.tsx';

/** A button that asks for confirmation in a dialog with the texts of `question`, and then calls `onConfirm`. */
export function ConfirmButton({
  question,
  destructive = false,
  onConfirm,
  ...button
}: Omit<ComponentProps<typeof Button>, 'onClick'> & {
  question: { title: string; question: ReactNode; note?: string; confirm: string };
  destructive?: boolean;
  onConfirm: () => void;
}) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      <AlertDialog
        {...question}
        open={asking}
        onOpenChange={setAsking}
        destructive={destructive}
        onConfirm={onConfirm}
      />
    </>
  );
}
