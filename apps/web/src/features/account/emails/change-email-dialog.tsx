import { zodResolver } from '@hookform/resolvers/zod';
import { passwordLimits } from '@noek/contract/auth/limits';
import { changeEmailInputSchema } from '@noek/contract/auth/schemas';
import { refusalOf } from '@noek/contract/chat/sending';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { errorCode, serverText } from '../../../api/base/error-text.ts';
import { currentUserKey, trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogButtons, FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { FormField } from '../../../components/forms/form-field.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { Input, PasswordInput } from '../../../components/forms/input.tsx';
import { ReadSection } from '../section-states.tsx';
import { NoPassword } from '../security/no-password.tsx';
import { accountTexts } from '../texts.ts';

const texts = accountTexts.changeEmail;

/** Changes the address of the account. A person without a working password is offered a link to set one first. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const methods = trpc.auth.signInMethods.useQuery();
  const change = trpc.auth.changeEmail.useMutation();
  return (
    <Dialog title={texts.title} description={texts.description} busy={change.isPending} onClose={onClose}>
      <div className="mt-5">
        <ReadSection query={methods} label={accountTexts.security.loading}>
          {({ password }) =>
            password === 'set' ? (
              <ChangeEmailForm change={change} onClose={onClose} />
            ) : (
              <>
                <p className="mb-2">{accountTexts.noPassword.forEmail}</p>
                <NoPassword password={password} />
                <DialogButtons className="mt-5">
                  <Button variant="quiet" onClick={onClose}>
                    {accountTexts.noPassword.close}
                  </Button>
                </DialogButtons>
              </>
            )
          }
        </ReadSection>
      </div>
    </Dialog>
  );
}

function ChangeEmailForm(props: { change: ReturnType<typeof trpc.auth.changeEmail.useMutation>; onClose: () => void }) {
  const { change, onClose } = props;
  const queries = useQueryClient();
  const form = useForm({
    resolver: zodResolver(changeEmailInputSchema),
    defaultValues: { newEmail: '', password: '' },
  });
  const [newEmail, password] = useWatch({ control: form.control, name: ['newEmail', 'password'] });

  // If the dialog opened before it was known how the person signs in, it had nothing to focus.
  useEffect(() => form.setFocus('newEmail'), [form]);

  const submit = form.handleSubmit(async (input) => {
    try {
      const { user } = await change.mutateAsync(input);
      queries.setQueryData(currentUserKey, user);
      toast(texts.done(user.email));
      onClose();
    } catch (error) {
      form.setError(fieldOf(error), { message: serverText(error) ?? texts.failed }, { shouldFocus: true });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <FormRefusal text={form.formState.errors.root?.message} />
      <FormField form={form} name="newEmail" label={texts.newEmail}>
        {(control) => <Input {...control} type="email" autoComplete="email" maxLength={254} />}
      </FormField>
      <FormField form={form} name="password" label={texts.password}>
        {(control) => <PasswordInput {...control} autoComplete="current-password" maxLength={passwordLimits.max} />}
      </FormField>
      <FormButtons
        submit={change.isPending ? texts.submitting : texts.submit}
        disabled={newEmail.trim() === '' || password === '' || change.isPending}
        onCancel={onClose}
      />
    </form>
  );
}

/** The field that a refusal is about; the whole form if it is about neither field. */
function fieldOf(error: unknown): 'newEmail' | 'password' | 'root' {
  if (refusalOf(error)?.wrongPassword === true) return 'password';
  return errorCode(error) === 'CONFLICT' ? 'newEmail' : 'root';
}
