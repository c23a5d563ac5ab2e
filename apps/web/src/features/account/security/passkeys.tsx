import { zodResolver } from '@hookform/resolvers/zod';
import { accountSecurity } from '@noek/contract/auth/limits';
import { type Passkey, renamePasskeyInputSchema } from '@noek/contract/auth/passkeys';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { serverText } from '../../../api/base/error-text.ts';
import { usePublicConfig } from '../../../api/base/public-config.ts';
import { reasonOr, unlessGone } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { OnDay, When } from '../../../components/dates/when.tsx';
import { AlertDialog } from '../../../components/dialogs/alert-dialog.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { FormField } from '../../../components/forms/form-field.tsx';
import { Input } from '../../../components/forms/input.tsx';
import { AddPasskeyDialog } from '../../auth/passkeys/add-passkey-dialog.tsx';
import { canUsePasskeys, canUsePasskeysHere, knowsPasskeys } from '../../auth/passkeys/passkey-place.ts';
import { useRefreshSecurity } from '../../auth/passkeys/use-refresh-security.ts';
import { Item, Items } from '../item.tsx';
import { ReadSection } from '../section-states.tsx';
import { securityTexts } from './texts.ts';

const texts = securityTexts.passkeys;

/** The passkeys of the account: add, rename and remove them. They belong to `passkeyHost`; null: this server has none. */
export function Passkeys({ passkeyHost }: { passkeyHost: string | null }) {
  const passkeys = trpc.auth.passkeys.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true });
  const [adding, setAdding] = useState(false);
  const canAdd = canUsePasskeysHere(passkeyHost, usePublicConfig().origins);
  const isFull = (passkeys.data?.length ?? 0) >= accountSecurity.passkeys;
  return (
    <div>
      <Item
        title={<h3>{texts.title}</h3>}
        wraps
        control={
          canAdd && (
            <Button variant="quiet" size="sm" disabled={isFull} onClick={() => setAdding(true)}>
              {texts.add}
            </Button>
          )
        }
      >
        <p>{texts.hint}</p>
        {!canAdd && <WhyNot passkeyHost={passkeyHost} />}
        {isFull && <p>{texts.full}</p>}
      </Item>
      <ReadSection query={passkeys} label={texts.loading} lines={1}>
        {(all) =>
          all.length > 0 && (
            <div className="mt-3 rounded-card border border-border px-4 py-3">
              <Items>
                {all.map((passkey) => (
                  <PasskeyItem key={passkey.id} passkey={passkey} />
                ))}
              </Items>
            </div>
          )
        }
      </ReadSection>
      {adding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

/** Why no passkey can be added on this page, and where one can. */
function WhyNot({ passkeyHost }: { passkeyHost: string | null }) {
  const { origins } = usePublicConfig();
  const chat = new URL(origins.chat);
  if (!canUsePasskeys(chat, passkeyHost, origins)) return <p>{texts.nowhere}</p>;
  if (knowsPasskeys() || window.location.hostname !== chat.hostname)
    return (
      <p>
        {texts.elsewhere}{' '}
        <a className="prose-link" href={new URL('/account#security', chat).href}>
          {chat.host}
        </a>
        .
      </p>
    );
  return <p>{texts.noBrowser}</p>;
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const [opened, setOpened] = useState<'rename' | 'remove' | null>(null);
  const refresh = useRefreshSecurity();
  const remove = trpc.auth.removePasskey.useMutation({
    onSuccess: () => toast(texts.removed(name)),
    meta: { failed: unlessGone(reasonOr(texts.removeFailed)) },
    onSettled: refresh,
  });
  return (
    <Item
      title={<span dir="auto">{name}</span>}
      wraps
      control={
        <span className="flex gap-2">
          <Button
            variant="quiet"
            size="sm"
            disabled={remove.isPending}
            aria-label={texts.renameNamed(name)}
            onClick={() => setOpened('rename')}
          >
            {texts.rename}
          </Button>
          <Button
            variant="danger-quiet"
            size="sm"
            disabled={remove.isPending}
            aria-label={texts.removeNamed(name)}
            onClick={() => setOpened('remove')}
          >
            {remove.isPending ? texts.removing : texts.remove}
          </Button>
        </span>
      }
    >
      <p>
        {texts.added} <OnDay at={createdAt} />
        {' · '}
        {lastUsedAt === null ? (
          texts.neverUsed
        ) : (
          <>
            {texts.lastUsed} <When at={lastUsedAt} />
          </>
        )}
      </p>
      {opened === 'rename' && <RenamePasskeyDialog passkey={passkey} onClose={() => setOpened(null)} />}
      <AlertDialog
        open={opened === 'remove'}
        onOpenChange={(open) => setOpened(open ? 'remove' : null)}
        title={texts.question.title}
        question={texts.question.question(name)}
        confirm={texts.question.confirm}
        destructive
        onConfirm={() => remove.mutate({ id })}
      />
    </Item>
  );
}

const renameTexts = securityTexts.passkeys.renameForm;

/** Renames a passkey. */
function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
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
      form.setError('name', { message: serverText(error) ?? renameTexts.failed }, { shouldFocus: true });
    }
  });
  return (
    <Dialog title={renameTexts.title} busy={rename.isPending} onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
        <FormField form={form} name="name" label={renameTexts.name}>
          {(control) => <Input {...control} dir="auto" autoComplete="off" maxLength={accountSecurity.passkeyName} />}
        </FormField>
        <FormButtons
          submit={rename.isPending ? renameTexts.submitting : renameTexts.submit}
          disabled={typed === '' || typed === name || rename.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
