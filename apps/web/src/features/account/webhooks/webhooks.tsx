import { webhookLimit } from '@noek/contract/webhooks/limits';
import type { Webhook } from '@noek/contract/webhooks/schemas';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { serverReasonOr, unlessGone } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { Badge } from '../../../components/base/badge.tsx';
import { Button } from '../../../components/base/button.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { ConfirmButton } from '../../../components/dialogs/confirm-button.tsx';
import { Items } from '../item.tsx';
import { ReadSection } from '../section-states.tsx';
import { Deliveries } from './deliveries.tsx';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import { webhookTexts as texts } from './texts.ts';

/** The user's webhooks: create one, send it a test, see what was sent to it, delete it. Administrators' get events of everybody, too. */
export function Webhooks({ isAdministrator }: { isAdministrator: boolean }) {
  const [creating, setCreating] = useState(false);
  const webhooks = trpc.webhooks.list.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true });
  return (
    <>
      <p className="text-sm text-text-muted">
        {texts.intro} {texts.stoppedBy}
      </p>
      <div className="mt-5">
        <ReadSection query={webhooks} label={texts.loading}>
          {(all) => <WebhookList webhooks={all} onNew={() => setCreating(true)} />}
        </ReadSection>
      </div>
      {creating && <NewWebhookDialog isAdministrator={isAdministrator} onClose={() => setCreating(false)} />}
    </>
  );
}

function WebhookList({ webhooks, onNew }: { webhooks: readonly Webhook[]; onNew: () => void }) {
  const isFull = webhooks.length >= webhookLimit;
  return (
    <>
      {webhooks.length > 0 && (
        <Items>
          {webhooks.map((webhook) => (
            <WebhookItem key={webhook.id} webhook={webhook} />
          ))}
        </Items>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="quiet" size="sm" disabled={isFull} onClick={onNew}>
          {texts.newWebhook}
        </Button>
        {webhooks.length === 0 && <p className="text-sm text-text-muted">{texts.none}</p>}
        {isFull && <p className="text-sm text-text-muted">{texts.full}</p>}
      </div>
    </>
  );
}

function WebhookItem({ webhook }: { webhook: Webhook }) {
  const { id, url, events, stoppedBecause } = webhook;
  const [open, setOpen] = useState(false);
  const listId = useId();
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <span dir="ltr" className="min-w-0 [overflow-wrap:anywhere]">
          {url}
        </span>
        {stoppedBecause && <Badge tone="warning">{texts.stopped}</Badge>}
      </p>
      <p className="text-sm text-text-muted">{events.map((event) => texts.events[event]).join(' · ')}</p>
      {stoppedBecause && <p className="text-sm text-warning-ink">{texts.stoppedBecause[stoppedBecause]}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        <TestButton id={id} url={url} />
        <Button
          variant="quiet"
          size="sm"
          aria-label={texts.deliveries.showOf(url)}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          {texts.deliveries.show}
          <ChevronDown className={open ? 'icon rotate-180' : 'icon'} aria-hidden />
        </Button>
        <DeleteButton id={id} url={url} />
      </div>
      <div id={listId}>{open && <Deliveries webhookId={id} />}</div>
    </div>
  );
}

function TestButton({ id, url }: { id: string; url: string }) {
  const utils = trpc.useUtils();
  const test = trpc.webhooks.test.useMutation({
    onSuccess({ status, problem }) {
      if (status === 'delivered') toast(texts.tested);
      else if (status === 'waiting') toast(texts.testWaits);
      else toast({ title: texts.testFailed, description: problem ?? '', variant: 'destructive' });
    },
    meta: { failed: serverReasonOr(texts.sendFailed) },
    onSettled: () => utils.webhooks.invalidate(),
  });
  return (
    <Button
      variant="quiet"
      size="sm"
      disabled={test.isPending}
      aria-label={texts.testNamed(url)}
      onClick={() => test.mutate({ id })}
    >
      {test.isPending ? texts.testing : texts.test}
    </Button>
  );
}

function DeleteButton({ id, url }: { id: string; url: string }) {
  const utils = trpc.useUtils();
  const remove = trpc.webhooks.remove.useMutation({
    onSuccess: () => toast(texts.deleted),
    meta: { failed: unlessGone(serverReasonOr(texts.deleteFailed)) },
    onSettled: () => utils.webhooks.list.invalidate(),
  });
  const question = { ...texts.question, question: texts.question.question(url) };
  return (
    <ConfirmButton
      variant="danger-quiet"
      size="sm"
      disabled={remove.isPending}
      aria-label={texts.deleteNamed(url)}
      question={question}
      destructive
      onConfirm={() => remove.mutate({ id })}
    >
      {remove.isPending ? texts.deleting : texts.delete}
    </ConfirmButton>
  );
}
