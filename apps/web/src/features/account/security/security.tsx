import { zodResolver } from '@hookform/resolvers/zod';
import { passwordLimits } from '@noek/contract/auth/limits';
import { changePasswordInputSchema } from '@noek/contract/auth/schemas';
import { refusalOf } from '@noek/contract/chat/sending';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { serverText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { FormField } from '../../../components/forms/form-field.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { PasswordInput } from '../../../components/forms/input.tsx';
import { ConfirmPasswordField } from '../../auth/forms/confirm-password-field.tsx';
import { authTexts } from '../../auth/texts.ts';
import { Item, Items } from '../item.tsx';
import { ReadSection } from '../section-states.tsx';
import { accountTexts } from '../texts.ts';
import { Authenticator } from './authenticator/authenticator.tsx';
import { RecoveryCodesItem } from './authenticator/recovery-codes-item.tsx';
import { NoPassword } from './no-password.tsx';
import { Passkeys } from './passkeys.tsx';

const texts = accountTexts.security;

/** How the user at `email` signs in: the password, passkeys, the authenticator app and its recovery codes. */
export function Security({ email }: { email: string }) {
  const methods = trpc.auth.signInMethods.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true });
  const [changing, setChanging] = useState(false);
  return (
    <>
      <ReadSection query={methods} label={texts.loading} lines={4}>
        {({ password, google, companies, passkeyHost, authenticatorSince, recoveryCodes }) => (
          <Items>
            {password === 'set' ? (
              <Item
                title={texts.password}
                control={
                  <Button variant="quiet" size="sm" onClick={() => setChanging(true)}>
                    {texts.changePassword}
                  </Button>
                }
              >
                {texts.passwordHint}
              </Item>
            ) : (
              <Item title={texts.password}>
                <NoPassword password={password} />
              </Item>
            )}
            {google && <Item title={texts.google}>{texts.googleHint}</Item>}
            {companies.map(({ id, name }) => (
              <Item key={id} title={name}>
                {texts.companyHint}
              </Item>
            ))}
            <Passkeys passkeyHost={passkeyHost} />
            <Authenticator since={authenticatorSince} />
            <RecoveryCodesItem left={authenticatorSince === null ? null : recoveryCodes} />
          </Items>
        )}
      </ReadSection>
      {changing && <ChangePasswordDialog email={email} onClose={() => setChanging(false)} />}
    </>
  );
}

const passwordTexts = accountTexts.changePassword;

const formSchema = changePasswordInputSchema
  .extend({ confirmation: z.string() })
  .refine(({ newPassword, confirmation }) => newPassword === confirmation, {
    path: ['confirmation'],
    error: authTexts.passwordRules.mismatch,
  });

/** Changes the password of the account at `email`, which password managers need to know. */
function ChangePasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
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
      toast(passwordTexts.done);
      onClose();
    } catch (error) {
      const field = refusalOf(error)?.wrongPassword === true ? 'currentPassword' : 'root';
      form.setError(field, { message: serverText(error) ?? passwordTexts.failed }, { shouldFocus: true });
    }
  });

  return (
    <Dialog title={passwordTexts.title} busy={change.isPending} onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
        <FormRefusal text={errors.root?.message} />
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <FormField form={form} name="currentPassword" label={passwordTexts.current}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" maxLength={passwordLimits.max} />}
        </FormField>
        <FormField
          form={form}
          name="newPassword"
          label={passwordTexts.new}
          help={errors.newPassword ? undefined : passwordTexts.minimum}
        >
          {(control) => <PasswordInput {...control} autoComplete="new-password" maxLength={passwordLimits.max} />}
        </FormField>
        <ConfirmPasswordField form={form} label={passwordTexts.confirm} names={['newPassword', 'confirmation']} />
        <FormButtons
          submit={change.isPending ? passwordTexts.submitting : passwordTexts.submit}
          disabled={typed.includes('') || change.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
