import { zodResolver } from '@hookform/resolvers/zod';
import { administratorsEvents, personalEvents, type WebhookEvent } from '@noek/contract/webhooks/events';
import { maxWebhookUrlLength } from '@noek/contract/webhooks/limits';
import { createWebhookInputSchema } from '@noek/contract/webhooks/schemas';
import { useId, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { serverText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { CopyField } from '../../../components/copy-field.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogButtons, FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { FormField } from '../../../components/forms/form-field.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { Input } from '../../../components/forms/input.tsx';
import { webhookTexts } from './texts.ts';

const texts = webhookTexts.form;
type Form = UseFormReturn<z.input<typeof createWebhookInputSchema>, unknown, z.output<typeof createWebhookInputSchema>>;

/**
 * Asks where a new webhook sends what, creates it, and shows its secret once. Until that has been copied, neither a press outside nor Escape
 * closes the dialog.
 */
export function NewWebhookDialog(props: { isAdministrator: boolean; onClose: () => void }) {
  const { isAdministrator, onClose } = props;
  const utils = trpc.useUtils();
  const create = trpc.webhooks.create.useMutation({ onSettled: () => utils.webhooks.list.invalidate() });
  const [copied, setCopied] = useState(false);
  const secret = create.data?.secret;
  const { title, description } = secret ? webhookTexts.made : texts;
  // One dialog for both, so that the focus returns to where it came from.
  return (
    <Dialog
      title={title}
      description={description}
      busy={create.isPending || (secret !== undefined && !copied)}
      className={secret && 'max-w-120!'}
      onClose={onClose}
    >
      {secret ? (
        <div className="mt-5 grid gap-5">
          <CopyField
            label={webhookTexts.made.label}
            value={secret}
            className="min-w-0 font-mono text-sm!"
            takesFocus
            onCopied={() => setCopied(true)}
          />
          <DialogButtons>
            <Button variant="quiet" onClick={onClose}>
              {webhookTexts.made.done}
            </Button>
          </DialogButtons>
        </div>
      ) : (
        <NewWebhookForm create={create} isAdministrator={isAdministrator} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NewWebhookForm(props: {
  create: ReturnType<typeof trpc.webhooks.create.useMutation>;
  isAdministrator: boolean;
  onClose: () => void;
}) {
  const { create, isAdministrator, onClose } = props;
  const form: Form = useForm({
    resolver: zodResolver(createWebhookInputSchema),
    defaultValues: { url: '', events: ['answer.finished'] },
  });
  const errorId = useId();
  const submit = form.handleSubmit(async (fields) => {
    try {
      await create.mutateAsync(fields);
    } catch (error) {
      form.setError('root', { message: serverText(error) ?? texts.failed });
    }
  });
  const missing = form.formState.errors.events?.message;
  const describedBy = missing ? errorId : undefined;
  return (
    <form noValidate onSubmit={submit} className="mt-5 grid gap-5">
      <FormRefusal text={form.formState.errors.root?.message} />
      <FormField form={form} name="url" label={texts.url} help={texts.urlHint}>
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={maxWebhookUrlLength}
          />
        )}
      </FormField>
      <EventChoices form={form} legend={texts.events} events={personalEvents} describedBy={describedBy} />
      {isAdministrator && (
        <EventChoices form={form} legend={texts.everybody} events={administratorsEvents} describedBy={describedBy} />
      )}
      {missing && (
        <p id={errorId} role="alert" className="-mt-2 text-danger-ink text-sm">
          {missing}
        </p>
      )}
      <FormButtons
        submit={create.isPending ? texts.submitting : texts.submit}
        disabled={create.isPending}
        onCancel={onClose}
      />
    </form>
  );
}

function EventChoices(props: {
  form: Form;
  legend: string;
  events: readonly WebhookEvent[];
  describedBy: string | undefined;
}) {
  return (
    <fieldset className="grid gap-2.5" aria-describedby={props.describedBy}>
      <legend className="mb-2.5 font-medium text-sm">{props.legend}</legend>
      {props.events.map((event) => (
        <label key={event} className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3">
          <input
            type="checkbox"
            value={event}
            className="mt-1 size-4 accent-accent"
            {...props.form.register('events')}
          />
          <span>
            <span className="block font-medium text-[0.875rem]">{webhookTexts.events[event]}</span>
            <span className="block text-sm text-text-muted">{webhookTexts.hints[event]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
