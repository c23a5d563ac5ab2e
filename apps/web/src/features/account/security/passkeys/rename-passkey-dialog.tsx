import { zodResolver } from '@hookform/resolvers/zod';
import { accountSecurity } from '@noek/contract/auth/limits';
import { type Passkey, renamePasskeyInputSchema } from '@noek/contract/auth/passkeys';
import { useForm, useWatch } from 'react-hook-form';
import { serverText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../../components/dialogs/dialog-buttons.tsx';
import { FormField } from '../../../../components/forms/form-field.tsx';
import { Input } from '../../../../components/forms/input.tsx';
import { securityTexts } from '../texts.ts';

const texts = securityTexts.passkeys.renameForm;

/** Renames a passkey. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { id, name } = passkey;
  const utils = trpc.useUtils();
  const rename = trpc.auth.renamePasskey.useMutation({ onSettled: () => utils.auth.passkeys.invalidate() });
  const form = useForm({ resolver: zodResolver(renamePasskeyInputSchema), defaultValues: { id, name } });
  const typed = useWatch({ control: form.control, name: 'name' }).trim();
  const submit = form.handleSubmit(async (input) => {
    try {
      await rename.mutateAsync(input);
      onClose();
    } catch (error) {
      form.setError('name', { message: serverText(error) ?? texts.failed }, { shouldFocus: true });
    }
  });
  return (
    <Dialog title={texts.title} busy={rename.isPending} onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
        <FormField form={form} name="name" label={texts.name}>
          {(control) => <Input {...control} dir="auto" autoComplete="off" maxLength={accountSecurity.passkeyName} />}
        </FormField>
        <FormButtons
          submit={rename.isPending ? texts.submitting : texts.submit}
          disabled={typed === '' || typed === name || rename.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
