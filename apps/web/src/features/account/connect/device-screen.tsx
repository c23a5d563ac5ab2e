import type { DeviceRequest } from '@noek/contract/auth/apps';
import { useEffect, useRef, useState } from 'react';
import { serverText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { When } from '../../../components/dates/when.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { useFocusOnViewChange } from '../../../components/forms/focus-on-view-change.ts';
import { Input } from '../../../components/forms/input.tsx';
import { useSubmit } from '../../../components/forms/use-submit.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { AllowedScopes } from './allowed-scopes.tsx';
import { ConnectFrame, ConnectHeading, connectHeadingId, Facts } from './connect-frame.tsx';
import { Decision } from './decision.tsx';
import { connectTexts } from './texts.ts';

const texts = connectTexts.device;

/**
 * The page on which a person enters the code that a device shows. `code`: what the link to this page named. It only fills the field in:
 * people are sent such links. Calls `onSignOut` after a sign-out in another tab.
 */
export function DeviceScreen(props: { code: string; onSignOut: () => void }) {
  return (
    <ConnectFrame pageTitle={texts.pageTitle} onSignOut={props.onSignOut}>
      <Steps code={props.code} />
    </ConnectFrame>
  );
}

function Steps({ code }: { code: string }) {
  const { user } = useCurrentUser();
  const find = trpc.auth.findDevice.useMutation();
  const [end, setEnd] = useState<'done' | 'refused' | null>(null);
  useFocusOnViewChange(end ?? find.isSuccess, connectHeadingId);
  const sent = useRef(false);
  const { mutate } = find;
  const isKnown = user !== null;
  useEffect(() => {
    if (code === '' || !isKnown || sent.current) return;
    sent.current = true;
    mutate({ userCode: code });
  }, [code, isKnown, mutate]);
  if (end !== null)
    return (
      <div role="status">
        <ConnectHeading>{texts[end].heading}</ConnectHeading>
        <p className="mt-2 text-text-muted">{texts[end].text}</p>
      </div>
    );
  if (find.data) return <Question device={find.data} onEnd={setEnd} />;
  return <CodeForm code={code} find={find} />;
}

function CodeForm({ code, find }: { code: string; find: ReturnType<typeof trpc.auth.findDevice.useMutation> }) {
  const [typed, setTyped] = useState(code);
  // The code of the link was looked up without this form, so that the failure is read from `find`.
  const failed = (error: unknown) => serverText(error) ?? texts.failed;
  const { onSubmit } = useSubmit({ send: () => find.mutateAsync({ userCode: typed }), failed });
  return (
    <form noValidate onSubmit={onSubmit}>
      <ConnectHeading>{texts.heading}</ConnectHeading>
      <p className="mt-2 text-text-muted">{texts.lead}</p>
      <Field
        className="mt-6"
        label={texts.code}
        help={texts.codeHint}
        error={find.isError ? failed(find.error) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            className="font-mono uppercase tracking-[0.16em]"
            value={typed}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="lg" className="mt-5 w-full" disabled={find.isPending || typed.trim() === ''}>
        {find.isPending ? texts.searching : texts.next}
      </Button>
    </form>
  );
}

function Question({ device, onEnd }: { device: DeviceRequest; onEnd: (end: 'done' | 'refused') => void }) {
  const { userCode, name, scopes } = device;
  const allow = trpc.auth.allowDevice.useMutation({ onSuccess: () => onEnd('done') });
  const refuse = trpc.auth.refuseDevice.useMutation({ onSuccess: () => onEnd('refused') });
  const isBusy = allow.isPending || refuse.isPending;
  const error = allow.error ?? refuse.error;
  return (
    <>
      <ConnectHeading>{texts.question(name)}</ConnectHeading>
      <p className="mt-5 text-text-muted">{texts.compare}</p>
      <p className="mt-2 rounded-card border border-border bg-surface py-4 text-center font-mono font-semibold text-2xl tracking-[0.12em]">
        {userCode}
      </p>
      <Facts
        facts={[
          [texts.device, device.device ?? texts.unknown],
          [texts.network, device.network ?? texts.unknown],
          [texts.asked, <When key="asked" at={device.askedAt} />],
        ]}
      />
      <Notice tone="warning" className="mt-5">
        {texts.warning}
      </Notice>
      <h2 className="mt-6 font-medium text-base">{texts.can}</h2>
      <AllowedScopes scopes={scopes} />
      <p className="mt-3 text-sm text-text-muted">
        {connectTexts.never} {connectTexts.revoke}
      </p>
      <Decision
        isAllowing={allow.isPending}
        disabled={isBusy}
        error={error}
        failed={texts.failed}
        onCancel={() => refuse.mutate({ userCode })}
        onAllow={() => allow.mutate({ userCode })}
      />
    </>
  );
}
