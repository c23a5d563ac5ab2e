import { zodResolver } from '@hookform/resolvers/zod';
import { personNameSchema } from '@noek/contract/auth/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { serverText } from '../../api/base/error-text.ts';
import { currentUserKey, trpc } from '../../api/trpc.ts';
import { toast } from '../../components/base/toasts/toast.ts';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../components/dialogs/dialog-buttons.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { Input } from '../../components/forms/input.tsx';
import { accountTexts } from './texts.ts';

const texts = accountTexts.changeName;
const fields = z.object({ name: personNameSchema });

/** Changes the name of the account, which is now `name`. Every open page of the person shows the new one. */
export function ChangeNameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const queries = useQueryClient();
  const change = trpc.auth.changeAccount.useMutation();
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { name } });
  const typed = useWatch({ control: form.control, name: 'name' }).trim();

  const submit = form.handleSubmit(async (input) => {
    try {
      queries.setQueryData(currentUserKey, await change.mutateAsync(input));
      toast(texts.done);
      onClose();
    } catch (error) {
      form.setError('name', { message: serverText(error) ?? texts.failed }, { shouldFocus: true });
    }
  });

  return (
    <Dialog title={texts.title} description={texts.description} busy={change.isPending} onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
        <FormField form={form} name="name" label={texts.name}>
          {(control) => <Input {...control} dir="auto" autoComplete="name" maxLength={120} />}
        </FormField>
        <FormButtons
          submit={change.isPending ? texts.submitting : texts.submit}
          disabled={typed === '' || typed === name || change.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
