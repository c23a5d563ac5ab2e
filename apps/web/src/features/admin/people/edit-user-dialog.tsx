import { zodResolver } from '@hookform/resolvers/zod';
import { type AdminUser, changeUserBodySchema } from '@noek/contract/admin/schemas';
import { passwordLimits } from '@noek/contract/auth/limits';
import { emailSchema, newPasswordSchema, personNameSchema } from '@noek/contract/auth/schemas';
import { maxReasonLength } from '@noek/contract/reports/limits';
import { accessLevelSchema } from '@noek/contract/subscription/plans';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { Select } from '../../../components/fields/select.tsx';
import { FormField } from '../../../components/forms/form-field.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { Input, PasswordInput } from '../../../components/forms/input.tsx';
import { adminTexts } from '../texts.ts';
import { SubscriptionChoice } from './subscription-choice.tsx';
import { useDecision } from './use-decision.ts';
import { peopleKey } from './use-people.ts';

const texts = adminTexts.edit;

/** An empty password is none. */
const formSchema = z.object({
  name: personNameSchema,
  email: emailSchema,
  accessLevel: accessLevelSchema,
  newPassword: z.literal('').or(newPasswordSchema),
  reason: changeUserBodySchema.shape.reason.unwrap(),
});

/**
 * Changes an account. It opens with the person's values and an empty password. Only what was edited is sent, so that nothing that
 * changed in the meantime, such as a paid level, is changed back.
 */
export function EditUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { name, email, accessLevel } = user;
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { name, email, accessLevel, newPassword: '', reason: '' },
  });
  const queries = useQueryClient();
  const utils = trpc.useUtils();
  const change = trpc.admin.changeUser.useMutation({ meta: { failed: texts.failed } });
  const level = form.watch('accessLevel');
  const subscription = useDecision(user.id, {
    asked: level === 'basic' || user.suspendedAt !== null,
    required: level === 'basic' && accessLevel !== 'basic',
  });
  const { decision } = subscription;

  const submit = form.handleSubmit(async ({ newPassword, reason, ...fields }) => {
    if (!subscription.check(reason)) return;
    try {
      await change.mutateAsync({
        id: user.id,
        ...(fields.name !== name && { name: fields.name }),
        ...(fields.email !== email && { email: fields.email }),
        ...(fields.accessLevel !== accessLevel && { accessLevel: fields.accessLevel }),
        ...(newPassword && { newPassword }),
        ...(decision && { subscription: decision }),
        ...(reason && { reason }),
      });
      void queries.invalidateQueries({ queryKey: peopleKey });
      void utils.admin.payersWithoutPlan.invalidate();
      toast(texts.done);
      onClose();
    } catch (error) {
      subscription.refused(error);
      form.setError('root', { message: errorText(error) });
    }
  });

  return (
    <Dialog title={texts.title} busy={change.isPending} className="max-w-120!" onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
        <FormRefusal text={form.formState.errors.root?.message} />
        <FormField form={form} name="name" label={texts.name}>
          {(control) => <Input {...control} autoComplete="off" dir="auto" />}
        </FormField>
        <FormField form={form} name="email" label={texts.email}>
          {(control) => <Input {...control} type="email" autoComplete="off" />}
        </FormField>
        <FormField form={form} name="accessLevel" label={texts.level}>
          {(control) => (
            <Select {...control}>
              {Object.entries(adminTexts.levels).map(([level, label]) => (
                <option key={level} value={level}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        {subscription.payment && (
          <SubscriptionChoice
            payment={subscription.payment}
            value={decision}
            error={subscription.error}
            onChange={subscription.choose}
          />
        )}
        <FormField form={form} name="newPassword" label={texts.password} help={texts.passwordHelp}>
          {(control) => <PasswordInput {...control} autoComplete="new-password" maxLength={passwordLimits.max} />}
        </FormField>
        <details open={decision === 'keep' || undefined}>
          <summary className="w-fit min-h-6 cursor-pointer coarse:py-2 rounded-sm text-accent-ink text-sm">
            {texts.addReason}
          </summary>
          <div className="mt-3">
            <FormField
              form={form}
              name="reason"
              label={decision === 'keep' ? adminTexts.payment.reason : texts.reason}
              help={texts.reasonHelp}
            >
              {(control) => <Input {...control} autoComplete="off" dir="auto" maxLength={maxReasonLength} />}
            </FormField>
          </div>
        </details>
        <FormButtons
          submit={change.isPending ? texts.saving : texts.save}
          disabled={change.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
