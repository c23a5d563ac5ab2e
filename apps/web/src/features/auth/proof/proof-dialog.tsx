import type { SignInMethods } from '@noek/contract/auth/account';
import type { PublicConfig } from '@noek/contract/config/schemas';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { usePublicConfig } from '../../../api/base/public-config.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button, buttonClass } from '../../../components/base/button.tsx';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { componentTexts } from '../../../components/base/texts.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogButtons, FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { PasswordInput } from '../../../components/forms/input.tsx';
import { useSubmit } from '../../../components/forms/use-submit.ts';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { useCurrentUser } from '../../session/current-user.ts';
import { signInUrl } from '../../session/start/sign-in-url.ts';
import { askPasskey, passkeyErrorText } from '../passkeys/browser-passkeys.ts';
import { canUsePasskeysHere } from '../passkeys/passkey-place.ts';
import { CodeField, codeIn } from '../second-factor/code-field.tsx';
import { proofTexts as texts } from './texts.ts';

/** Asks for what the person signs in with. `onProven`: the server accepted it. */
export function ProofDialog({ onProven, onClose }: { onProven: () => void; onClose: () => void }) {
  const methods = trpc.auth.signInMethods.useQuery(undefined, { staleTime: 0 });
  const [busy, setBusy] = useState(false);
  const props = { onProven, onClose, busy, onBusy: setBusy };
  const { origins } = usePublicConfig();
  const passkey = methods.data !== undefined && canAskPasskey(methods.data, origins);
  const way = methods.data && wayOf(methods.data, passkey);
  return (
    <Dialog title={texts.title} description={way && texts.lead[way]} busy={busy} onClose={onClose}>
      <div className="mt-5 grid gap-4">
        {!methods.data &&
          (methods.isError ? (
            <Unreadable text={errorText(methods.error)} onRetry={() => void methods.refetch()} />
          ) : (
            <div role="status" aria-label={texts.loading}>
              <Skeleton className="h-10 w-full" />
            </div>
          ))}
        {methods.data && (way === 'password' || way === 'code') && (
          <TypedProof {...props} way={way} passkey={passkey && <PasskeyProof {...props} />} />
        )}
        {way === 'passkey' && <PasskeyOnly {...props} />}
        {way === 'signIn' && <NewSignIn {...props} />}
      </div>
    </Dialog>
  );
}

type Asking = { onProven: () => void; onClose: () => void; busy: boolean; onBusy: (busy: boolean) => void };
type Way = keyof typeof texts.lead;

const canAskPasskey = ({ passkeys, passkeyHost }: SignInMethods, origins: PublicConfig['origins']) =>
  passkeys > 0 && canUsePasskeysHere(passkeyHost, origins);

/** With an authenticator app, the password alone is no proof. */
function wayOf(methods: SignInMethods, passkey: boolean): Way {
  if (methods.authenticatorSince !== null) return 'code';
  if (methods.password === 'set') return 'password';
  return passkey ? 'passkey' : 'signIn';
}

/** The field for the password or the code, and below it the passkey, if there is one. */
function TypedProof(props: Asking & { way: 'password' | 'code'; passkey: ReactNode }) {
  const { way, onBusy, busy } = props;
  const { expected } = useCurrentUser();
  const [typed, setTyped] = useState('');
  const prove = trpc.auth.prove.useMutation();
  const { onSubmit, submit, problem } = useSubmit<string>({
    async send(secret = typed) {
      onBusy(true);
      await prove.mutateAsync(way === 'code' ? { code: secret } : { password: secret });
      props.onProven();
    },
    failed(error) {
      onBusy(false);
      return errorText(error, texts.failed);
    },
  });
  const form = useRef<HTMLFormElement>(null);
  // If the dialog opened before it was known how the person signs in, it had nothing to focus.
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus(), []);
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
      <input type="email" autoComplete="username" value={expected?.email ?? ''} readOnly hidden />
      {way === 'code' ? (
        <CodeField
          value={typed}
          error={problem}
          onChange={setTyped}
          onComplete={(code) => {
            if (!busy) submit(code);
          }}
        />
      ) : (
        <Field label={texts.password} error={problem}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      )}
      {props.passkey}
      <FormButtons
        submit={prove.isPending ? texts.submitting : texts.submit}
        disabled={busy || (way === 'code' ? codeIn(typed) === null : typed === '')}
        cancelDisabled={busy}
        onCancel={props.onClose}
      />
    </form>
  );
}

function PasskeyProof({ busy, onBusy, onProven }: Asking) {
  const { client } = trpc.useUtils();
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState(false);
  async function ask() {
    onBusy(true);
    setAsking(true);
    setProblem(undefined);
    try {
      const assertion = await askPasskey(await client.auth.passkeyOptions.mutate());
      await client.auth.prove.mutate({ assertion });
      onProven();
    } catch (error) {
      setProblem(passkeyErrorText(error));
      setAsking(false);
      onBusy(false);
    }
  }
  return (
    <div className="grid gap-3">
      <FormRefusal text={problem} />
      <Button variant="quiet" disabled={busy} onClick={() => void ask()}>
        {asking ? texts.askingPasskey : texts.usePasskey}
      </Button>
    </div>
  );
}

function PasskeyOnly(props: Asking) {
  return (
    <>
      <PasskeyProof {...props} />
      <DialogButtons>
        <Button variant="quiet" disabled={props.busy} onClick={props.onClose}>
          {componentTexts.cancel}
        </Button>
      </DialogButtons>
    </>
  );
}

/** For people who sign in elsewhere, such as with Google. The other tab leaves what was typed here as it is. */
function NewSignIn({ onProven, onClose }: Asking) {
  const config = usePublicConfig();
  const [opened, setOpened] = useState(false);
  const url = new URL(signInUrl(config, 'login', new URL('/', window.location.href).href));
  url.searchParams.set('force_login', 'true');
  return (
    <DialogButtons>
      <Button variant="quiet" onClick={onClose}>
        {componentTexts.cancel}
      </Button>
      <a
        className={buttonClass(opened ? 'quiet' : 'primary')}
        href={url.href}
        target="_blank"
        rel="noreferrer"
        onClick={() => setOpened(true)}
      >
        {texts.signIn}
      </a>
      {opened && <Button onClick={onProven}>{texts.submit}</Button>}
    </DialogButtons>
  );
}
