import { useState } from 'react';
import { serverText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { Input } from '../../../components/forms/input.tsx';
import { useSubmit } from '../../../components/forms/use-submit.ts';
import { accountTexts } from '../texts.ts';

const texts = accountTexts.danger;

/** Deletes the account, after asking. Calls `onDeleted` afterwards. */
export function DangerZone({ onDeleted }: { onDeleted: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <div className="flex items-center justify-between gap-x-6 gap-y-3 rounded-card border border-danger-edge px-4.5 py-4 max-sm:flex-col max-sm:items-start">
      <div className="min-w-0">
        <p className="font-medium text-danger-ink">{texts.title}</p>
        <p className="text-sm text-text-muted">{texts.text}</p>
      </div>
      <Button className="flex-none" variant="danger-quiet" size="sm" onClick={() => setAsking(true)}>
        {texts.button}
      </Button>
      {asking && <DeleteAccountDialog onClose={() => setAsking(false)} onDeleted={onDeleted} />}
    </div>
  );
}

const dialogTexts = accountTexts.deleteAccount;

/** Says what is lost with the account, and deletes the account once the person has typed the word. */
function DeleteAccountDialog({ onClose, onDeleted }: { onClose: () => void; onDeleted: () => void }) {
  const [typed, setTyped] = useState('');
  const remove = trpc.auth.deleteAccount.useMutation({ onSuccess: onDeleted });
  const confirmed = typed.trim() === dialogTexts.word;
  const { onSubmit, problem } = useSubmit({
    send: async () => confirmed && remove.mutateAsync(),
    failed: (error) => serverText(error) ?? dialogTexts.failed,
  });
  return (
    <Dialog
      title={dialogTexts.title}
      busy={remove.isPending}
      onClose={onClose}
      description={
        <>
          <p>{dialogTexts.lead}</p>
          <ul className="mt-1.5 grid list-disc gap-1 pl-5">
            {dialogTexts.lost.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        </>
      }
    >
      <form noValidate onSubmit={onSubmit} className="mt-5 grid gap-4">
        <FormRefusal text={problem} />
        <Field label={dialogTexts.label}>
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
          submit={remove.isPending ? dialogTexts.submitting : dialogTexts.submit}
          disabled={!confirmed || remove.isPending}
          destructive
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
