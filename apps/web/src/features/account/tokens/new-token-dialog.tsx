import { zodResolver } from '@hookform/resolvers/zod';
import { maxTokenNameLength, tokenExpiryDays } from '@noek/contract/auth/limits';
import { type CreateTokenInput, createTokenInputSchema, defaultTokenScope } from '@noek/contract/auth/tokens';
import { tokenScopeSchema, tokenScopes } from '@noek/contract/calls/token-scopes';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { serverText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { CopyField } from '../../../components/copy-field.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogButtons, FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { Select } from '../../../components/fields/select.tsx';
import { FormField } from '../../../components/forms/form-field.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { Input } from '../../../components/forms/input.tsx';
import { tokenTexts } from './texts.ts';

const dayMs = 24 * 60 * 60_000;

/** The fields of the form for a new token. `days`: until the token expires. */
const tokenFormSchema = z.object({
  name: createTokenInputSchema.shape.name,
  scope: tokenScopeSchema,
  days: z.enum([...tokenExpiryDays.map(String), 'never']),
});
type TokenForm = z.infer<typeof tokenFormSchema>;

const emptyTokenForm: TokenForm = { name: '', scope: defaultTokenScope, days: '90' };

/** The input of the call that the form makes. */
const inputOf = ({ name, scope, days }: TokenForm, now = Date.now()): CreateTokenInput => ({
  name,
  scopes: [scope],
  expiresAt: days === 'never' ? null : new Date(now + Number(days) * dayMs).toISOString(),
});

const texts = tokenTexts.form;

/**
 * Asks what a new token is for, creates it, and shows it once. Until the token has been copied, neither a press outside nor Escape closes
 * the dialog.
 */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const create = trpc.auth.createToken.useMutation({ onSettled: () => utils.auth.tokens.invalidate() });
  const [copied, setCopied] = useState(false);
  const token = create.data?.token;
  const { title, description } = token ? tokenTexts.made : texts;
  // One dialog for both, so that the focus returns to where it came from.
  return (
    <Dialog
      title={title}
      description={description}
      busy={create.isPending || (token !== undefined && !copied)}
      className={token && 'max-w-120!'}
      onClose={onClose}
    >
      {token ? (
        <MadeToken token={token} onCopied={() => setCopied(true)} onClose={onClose} />
      ) : (
        <NewTokenForm create={create} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NewTokenForm(props: { create: ReturnType<typeof trpc.auth.createToken.useMutation>; onClose: () => void }) {
  const { create, onClose } = props;
  const form = useForm({ resolver: zodResolver(tokenFormSchema), defaultValues: emptyTokenForm });
  const days = useWatch({ control: form.control, name: 'days' });
  const submit = form.handleSubmit(async (fields) => {
    try {
      await create.mutateAsync(inputOf(fields));
    } catch (error) {
      form.setError('root', { message: serverText(error) ?? texts.failed });
    }
  });
  return (
    <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
      <FormRefusal text={form.formState.errors.root?.message} />
      <FormField form={form} name="name" label={texts.name} help={texts.nameHint}>
        {(control) => <Input {...control} autoComplete="off" maxLength={maxTokenNameLength} />}
      </FormField>
      <fieldset className="grid gap-2.5">
        <legend className="mb-2.5 font-medium text-sm">{texts.scope}</legend>
        {tokenScopes.map((scope) => (
          <label key={scope} className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            <input type="radio" value={scope} className="mt-1 size-4 accent-accent" {...form.register('scope')} />
            <span>
              <span className="block font-medium text-[0.875rem]">{tokenTexts.scopes[scope].name}</span>
              <span className="block text-sm text-text-muted">{tokenTexts.scopes[scope].hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <FormField form={form} name="days" label={texts.expiry} help={days === 'never' ? texts.neverHint : undefined}>
        {(control) => (
          <Select {...control} defaultValue={emptyTokenForm.days}>
            {tokenExpiryDays.map((choice) => (
              <option key={choice} value={choice}>
                {texts.inDays(choice)}
              </option>
            ))}
            <option value="never">{texts.never}</option>
          </Select>
        )}
      </FormField>
      <FormButtons
        submit={create.isPending ? texts.submitting : texts.submit}
        disabled={create.isPending}
        onCancel={onClose}
      />
    </form>
  );
}

/** The only place where the token can be seen. */
function MadeToken({ token, onCopied, onClose }: { token: string; onCopied: () => void; onClose: () => void }) {
  return (
    <div className="mt-5 grid gap-5">
      <CopyField
        label={tokenTexts.made.label}
        value={token}
        className="min-w-0 font-mono text-sm!"
        takesFocus
        onCopied={onCopied}
      />
      <DialogButtons>
        <Button variant="quiet" onClick={onClose}>
          {tokenTexts.made.done}
        </Button>
      </DialogButtons>
    </div>
  );
}
