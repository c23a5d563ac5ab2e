import { campaignLimits } from '@noek/contract/campaigns/limits';
import { type CampaignFormat, type RecipientType, recipientTypes } from '@noek/contract/campaigns/schemas';
import { isBlank } from '@noek/contract/text/characters';
import { useMutation } from '@tanstack/react-query';
import { Send, X } from 'lucide-react';
import { useState } from 'react';
import { serverText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { AlertDialog } from '../../../components/dialogs/alert-dialog.tsx';
import { Select } from '../../../components/fields/select.tsx';
import { Textarea } from '../../../components/fields/textarea.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { Input } from '../../../components/forms/input.tsx';
import type { PeopleSelection } from '../people/people-selection.ts';
import { sendingId, useCampaignDraft } from './campaign-draft.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { campaignTexts as texts } from './texts.ts';
import { useRecipientCount } from './use-recipient-count.ts';

/** An email to more people than this is sent only after a question. */
const sentUnasked = 100;

const reason = (error: unknown) => serverText(error) ?? texts.failed.description;
const failed = (title: string, error: unknown) => ({ title, description: reason(error) });

/** Writes an email to many people. The typed text stays until the email was sent, also after a failure or a reload. */
export function CampaignForm({ selection }: { selection: PeopleSelection }) {
  const { draft, change, clear } = useCampaignDraft();
  const { recipientType, subject, content, format } = draft;
  const ids = selection.users.map(({ id }) => id);
  const count = useRecipientCount(recipientType, ids);
  const [asking, setAsking] = useState<number | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const utils = trpc.useUtils();
  const written = { subject, content, format };

  const send = useMutation({
    mutationFn: (confirmedRecipients: number) =>
      utils.client.campaigns.start.mutate({
        ...written,
        id: sendingId(draft, selection.id),
        recipientType,
        recipients: recipientType === 'selected' ? ids : [],
        confirmedRecipients,
      }),
    onSuccess({ message }) {
      toast({ title: texts.sent, description: message });
      clear();
      selection.clear();
    },
    meta: { failed: (error) => failed(texts.failed.title, error) },
    // Also after a failure: the email may have been accepted, and only the answer lost.
    onSettled: () => {
      void utils.campaigns.list.invalidate();
      // The server refuses it if the number of recipients has changed since the question.
      void count.refetch();
    },
  });
  const test = useMutation({
    mutationFn: () => utils.client.campaigns.sendTest.mutate(written),
    onSuccess: ({ message }) => toast({ title: texts.test.done, description: message }),
    meta: { failed: (error) => failed(texts.test.failed, error) },
  });

  const isWritten = () => {
    if (!isBlank(subject) && !isBlank(content)) return true;
    toast({ ...texts.missing, variant: 'destructive' });
    return false;
  };
  async function ask() {
    if (send.isPending) return;
    if (recipientType === 'selected' && ids.length === 0)
      return toast({ ...texts.noRecipients, variant: 'destructive' });
    if (!isWritten()) return;
    const { data, error } = await count.refetch();
    if (error || !data) toast({ ...failed(texts.failed.title, error), variant: 'destructive' });
    else if (data.recipients === 0) toast({ ...texts.noRecipients, variant: 'destructive' });
    else if (data.recipients > sentUnasked) setAsking(data.recipients);
    else send.mutate(data.recipients);
  }

  return (
    <form
      aria-label={texts.form}
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <FormRefusal text={send.isError ? reason(send.error) : undefined} />
      <Field label={texts.type} notes={<CountNote count={count} />}>
        {(control) => (
          <Select
            {...control}
            value={recipientType}
            onChange={(event) => change({ recipientType: event.target.value as RecipientType })}
          >
            {recipientTypes.map((type) => (
              <option key={type} value={type}>
                {texts.types[type]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {recipientType === 'selected' && <SelectedPeople selection={selection} />}
      <Field label={texts.subject}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            dir="auto"
            maxLength={campaignLimits.subject}
            value={subject}
            onChange={(event) => change({ subject: event.target.value })}
          />
        )}
      </Field>
      <Field label={texts.content} help={texts.contentHelp}>
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            rows={10}
            maxLength={campaignLimits.content}
            className="max-h-[60dvh] min-h-50"
            value={content}
            onChange={(event) => change({ content: event.target.value })}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-4">
        <Field label={texts.format} className="w-40">
          {(control) => (
            <Select
              {...control}
              value={format}
              onChange={(event) => change({ format: event.target.value as CampaignFormat })}
            >
              {(['text', 'markdown'] as const).map((one) => (
                <option key={one} value={one}>
                  {texts.formats[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" onClick={() => isWritten() && setPreviewing(true)}>
            {texts.preview.open}
          </Button>
          <Button variant="quiet" disabled={test.isPending} onClick={() => isWritten() && test.mutate()}>
            {texts.test.send}
          </Button>
          <Button type="submit" variant="primary" aria-disabled={send.isPending}>
            <Send className="icon" aria-hidden />
            {send.isPending ? texts.sending : texts.send}
          </Button>
        </div>
      </div>
      {previewing && <PreviewDialog written={written} onClose={() => setPreviewing(false)} />}
      <AlertDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={texts.ask.title(asking ?? 0)}
        question={texts.ask.question(subject.trim())}
        confirm={texts.ask.confirm}
        onConfirm={() => {
          setAsking(null);
          if (asking !== null) send.mutate(asking);
        }}
      />
    </form>
  );
}

function CountNote({ count: { data } }: { count: ReturnType<typeof useRecipientCount> }) {
  const leftOut = data ? texts.leftOut(data.unsubscribed, data.suspended) : '';
  return (
    <p className="text-sm text-text-muted tabular-nums" aria-live="polite">
      <span>{data ? texts.recipients(data.recipients) : texts.counting}</span>
      {leftOut && (
        <span>
          {' '}
          · {texts.leftOutLabel} {leftOut}
        </span>
      )}
    </p>
  );
}

function SelectedPeople({ selection }: { selection: PeopleSelection }) {
  if (selection.users.length === 0) return <p className="text-sm text-text-muted">{texts.selectHint}</p>;
  return (
    <div>
      <p className="mb-3 text-sm text-text-muted tabular-nums">{texts.selected(selection.users.length)}</p>
      <ul className="flex max-h-60 flex-wrap gap-2 overflow-y-auto">
        {selection.users.map((user) => (
          <li
            key={user.id}
            className="flex max-w-full items-center gap-1 rounded-full border border-border py-0.5 pr-1 pl-3 text-sm"
          >
            <span className="min-w-0 truncate">{user.email}</span>
            <IconButton label={texts.remove(user.name)} onClick={() => selection.set([user], false)}>
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
