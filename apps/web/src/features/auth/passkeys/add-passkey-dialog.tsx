import { zodResolver } from '@hookform/resolvers/zod';
import { accountSecurity } from '@noek/contract/auth/limits';
import { addPasskeyInputSchema } from '@noek/contract/auth/passkeys';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { trpc } from '../../../api/trpc.ts';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { FormField } from '../../../components/forms/form-field.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { Input } from '../../../components/forms/input.tsx';
import { createPasskey, passkeyErrorText } from './browser-passkeys.ts';
import { passkeyTexts } from './texts.ts';
import { useRefreshSecurity } from './use-refresh-security.ts';

const texts = passkeyTexts.add;
const fields = addPasskeyInputSchema.pick({ name: true });

/** Asks for the name of a new passkey, lets the browser create it, and adds it to the account. Calls `onAdded`, and then `onClose`. */
export function AddPasskeyDialog({ onAdded, onClose }: { onAdded?: () => void; onClose: () => void }) {
  const { client } = trpc.useUtils();
  const refresh = useRefreshSecurity();
  const sessions = trpc.auth.sessions.useQuery();
  const add = useMutation({
    async mutationFn(name: string) {
      const response = await createPasskey(await client.auth.passkeyRegistration.mutate());
      return client.auth.addPasskey.mutate({ name, response });
    },
    onSuccess() {
      toast(texts.done);
      onAdded?.();
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <Dialog title={texts.title} description={texts.description} busy={add.isPending} onClose={onClose}>
      {sessions.isPending ? (
        <Skeleton className="mt-5 h-10 w-full" />
      ) : (
        <NameForm
          name={sessions.data?.find(({ current }) => current)?.device ?? texts.thisDevice}
          busy={add.isPending}
          refusal={add.isError ? passkeyErrorText(add.error, texts) : undefined}
          onName={(name) => add.mutate(name)}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

function NameForm(props: {
  name: string;
  busy: boolean;
  refusal: string | undefined;
  onName: (name: string) => void;
  onCancel: () => void;
}) {
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { name: props.name } });
  const submit = form.handleSubmit(({ name }) => {
    if (!props.busy) props.onName(name);
  });
  return (
    <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
      <FormRefusal text={props.refusal} />
      <FormField form={form} name="name" label={texts.name} help={texts.nameHint}>
        {(control) => <Input {...control} dir="auto" autoComplete="off" maxLength={accountSecurity.passkeyName} />}
      </FormField>
      <FormButtons
        submit={props.busy ? texts.submitting : texts.submit}
        disabled={props.busy}
        cancelDisabled={props.busy}
        onCancel={props.onCancel}
      />
    </form>
  );
}
