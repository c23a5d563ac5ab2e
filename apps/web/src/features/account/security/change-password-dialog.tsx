import { zodResolver } from '@hookform/resolvers/zod';
import { passwordLimits } from '@noek/contract/auth/limits';
import { changePasswordInputSchema } from '@noek/contract/auth/schemas';
import { refusalOf } from '@noek/contract/chat/sending';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { serverText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { FormField } from '../../../components/forms/form-field.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { PasswordInput } from '../../../components/forms/input.tsx';
import { ConfirmPasswordField } from '../../auth/forms/confirm-password-field.tsx';
import { authTexts } from '../../auth/texts.ts';
import { accountTexts } from '../texts.ts';

const texts = accountTexts.changePassword;

const formSchema = changePasswordInputSchema
  .extend({ confirmation: z.string() })
  .refine(({ newPassword, confirmation }) => newPassword === confirmation, {
    path: ['confirmation'],
    error: authTexts.passwordRules.mismatch,
  });

/** Changes the password of the account at `email`, which password managers need to know. */
export function ChangePasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { currentPassword: '', newPassword: '', confirmation: '' },
  });
  const utils = trpc.useUtils();
  const change = trpc.auth.changePassword.useMutation();
  const typed = useWatch({ control: form.control, name: ['currentPassword', 'newPassword', 'confirmation'] });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async ({ currentPassword, newPassword }) => {
    try {
      await change.mutateAsync({ currentPassword, newPassword });
      void utils.auth.sessions.invalidate();
      toast(texts.done);
      onClose();
    } catch (error) {
      const field = refusalOf(error)?.wrongPassword === true ? 'currentPassword' : 'root';
      form.setError(field, { message: serverText(error) ?? texts.failed }, { shouldFocus: true });
    }
  });

  return (
    <Dialog title={texts.title} busy={change.isPending} onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
        <FormRefusal text={errors.root?.message} />
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <FormField form={form} name="currentPassword" label={texts.current}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" maxLength={passwordLimits.max} />}
        </FormField>
        <FormField
          form={form}
          name="newPassword"
          label={texts.new}
          help={errors.newPassword ? undefined : texts.minimum}
        >
          {(control) => <PasswordInput {...control} autoComplete="new-password" maxLength={passwordLimits.max} />}
        </FormField>
        <ConfirmPasswordField form={form} label={texts.confirm} names={['newPassword', 'confirmation']} />
        <FormButtons
          submit={change.isPending ? texts.submitting : texts.submit}
          disabled={typed.includes('') || change.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
