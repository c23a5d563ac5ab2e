import { zodResolver } from '@hookform/resolvers/zod';
import { personNameSchema, type User } from '@noek/contract/auth/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { serverText } from '../../api/base/error-text.ts';
import { currentUserKey, trpc } from '../../api/trpc.ts';
import { Badge } from '../../components/base/badge.tsx';
import { Button, TextButton } from '../../components/base/button.tsx';
import { toast } from '../../components/base/toasts/toast.ts';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../components/dialogs/dialog-buttons.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { Input } from '../../components/forms/input.tsx';
import { MailDelayed } from '../auth/forms/mail-delayed.tsx';
import { ChangeEmailDialog } from './emails/change-email-dialog.tsx';
import { Item, Items } from './item.tsx';
import { accountTexts } from './texts.ts';

const texts = accountTexts.information;

/** The user's name and address, and the state of an address that is not verified yet. */
export function Information({ user }: { user: User }) {
  const [changing, setChanging] = useState<'name' | 'email' | null>(null);
  const close = () => setChanging(null);
  // The link is usually opened in another tab, which leads back here.
  trpc.auth.user.useQuery(undefined, { refetchOnWindowFocus: user.emailVerified ? false : 'always' });
  return (
    <>
      <Items>
        <Item
          title={texts.name}
          wraps
          control={
            <Button variant="quiet" size="sm" onClick={() => setChanging('name')}>
              {texts.changeName}
            </Button>
          }
        >
          <span dir="auto">{user.name}</span>
        </Item>
        <Item
          title={
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              {texts.email}
              {!user.emailVerified && <Badge tone="warning">{texts.notVerified}</Badge>}
            </span>
          }
          wraps
          control={
            <Button variant="quiet" size="sm" onClick={() => setChanging('email')}>
              {texts.changeEmail}
            </Button>
          }
        >
          <p dir="auto">{user.email}</p>
          {!user.emailVerified && <SendAgain key={user.email} email={user.email} />}
        </Item>
      </Items>
      {changing === 'name' && <ChangeNameDialog name={user.name} onClose={close} />}
      {changing === 'email' && <ChangeEmailDialog onClose={close} />}
    </>
  );
}

function SendAgain({ email }: { email: string }) {
  const send = trpc.auth.resendVerification.useMutation();
  return (
    <div className="mt-1">
      <p>{texts.verifyHint}</p>
      <TextButton className="-ml-1" disabled={send.isPending} onClick={() => send.mutate({ email })}>
        {send.isPending ? texts.sending : texts.sendAgain}
      </TextButton>
      <p role="status" className={send.isError ? 'text-danger-ink' : 'text-success-ink'}>
        {send.isSuccess && texts.sent}
        {send.isError && (serverText(send.error) ?? texts.sendFailed)}
      </p>
      {send.isSuccess && <MailDelayed />}
    </div>
  );
}

const nameTexts = accountTexts.changeName;
const fields = z.object({ name: personNameSchema });

/** Changes the name of the account, which is now `name`. Every open page of the person shows the new one. */
function ChangeNameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const queries = useQueryClient();
  const change = trpc.auth.changeAccount.useMutation();
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { name } });
  const typed = useWatch({ control: form.control, name: 'name' }).trim();

  const submit = form.handleSubmit(async (input) => {
    try {
      queries.setQueryData(currentUserKey, await change.mutateAsync(input));
      toast(nameTexts.done);
      onClose();
    } catch (error) {
      form.setError('name', { message: serverText(error) ?? nameTexts.failed }, { shouldFocus: true });
    }
  });

  return (
    <Dialog title={nameTexts.title} description={nameTexts.description} busy={change.isPending} onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
        <FormField form={form} name="name" label={nameTexts.name}>
          {(control) => <Input {...control} dir="auto" autoComplete="name" maxLength={120} />}
        </FormField>
        <FormButtons
          submit={change.isPending ? nameTexts.submitting : nameTexts.submit}
          disabled={typed === '' || typed === name || change.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
