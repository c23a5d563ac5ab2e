import { useState } from 'react';
import { serverText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { Input } from '../../../components/forms/input.tsx';
import { useSubmit } from '../../../components/forms/use-submit.ts';
import { accountTexts } from '../texts.ts';

const texts = accountTexts.deleteAccount;

/** Says what is lost with the account, and deletes the account once the person has typed the word. */
export function DeleteAccountDialog({ onClose, onDeleted }: { onClose: () => void; onDeleted: () => void }) {
  const [typed, setTyped] = useState('');
  const remove = trpc.auth.deleteAccount.useMutation({ onSuccess: onDeleted });
  const confirmed = typed.trim() === texts.word;
  const { onSubmit, problem } = useSubmit({
    send: async () => confirmed && remove.mutateAsync(),
    failed: (error) => serverText(error) ?? texts.failed,
  });
  return (
    <Dialog
      title={texts.title}
      busy={remove.isPending}
      onClose={onClose}
      description={
        <>
          <p>{texts.lead}</p>
          <ul className="mt-1.5 grid list-disc gap-1 pl-5">
            {texts.lost.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        </>
      }
    >
      <form noValidate onSubmit={onSubmit} className="mt-5 grid gap-4">
        <FormRefusal text={problem} />
        <Field label={texts.label}>
          {(control) => (
            <Input
              {...control}
              value={typed}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <FormButtons
          submit={remove.isPending ? texts.submitting : texts.submit}
          disabled={!confirmed || remove.isPending}
          destructive
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
