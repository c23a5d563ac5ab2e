import type { User } from '@noek/contract/auth/schemas';
import type { PersonSwitch } from '@noek/contract/auth/switches';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Failed, serverReasonOr } from '../../api/failed.ts';
import { currentUserKey, trpc } from '../../api/trpc.ts';
import { type Toast, toast } from '../../components/base/toasts/toast.ts';
import { AlertDialog } from '../../components/dialogs/alert-dialog.tsx';
import { Switch } from '../../components/fields/switch.tsx';
import { PageLink } from '../../components/page/page-link.tsx';
import { memoryTexts } from '../memory/texts.ts';
import { useMemories } from '../memory/use-memories.ts';
import { Item, Items } from './item.tsx';
import { accountTexts } from './texts.ts';

const texts = accountTexts.data;

/** The switches for what Noek may do with the user's messages. */
export function DataControls({ user, memoriesHref }: { user: User; memoriesHref: string }) {
  const { client } = trpc.useUtils();
  const training = useSetting({
    name: 'allowModelTraining',
    user,
    save: (allowModelTraining) => client.auth.modelTrainingConsent.mutate({ allowModelTraining }),
    saved: (on) => (on ? texts.trainingOn : texts.trainingOff),
    failed: serverReasonOr(texts.trainingFailed),
  });
  const memory = useSetting({
    name: 'memoryEnabled',
    user,
    save: (memoryEnabled) => client.auth.memorySettings.mutate({ memoryEnabled }),
    saved: (on) => (on ? texts.memoryOn : texts.memoryOff),
    failed: () => ({ title: texts.memoryFailed }),
  });
  const [asking, setAsking] = useState(false);
  const memories = useMemories();
  const id = useId();
  return (
    <>
      <Items>
        <Item
          title={texts.training}
          titleId={`${id}-training`}
          control={<Switch aria-labelledby={`${id}-training`} checked={training.on} onChange={training.set} />}
        >
          {texts.trainingHint}
        </Item>
        <Item
          title={texts.memory}
          titleId={`${id}-memory`}
          control={
            <Switch
              aria-labelledby={`${id}-memory`}
              checked={memory.on}
              onChange={(on) => (on ? memory.set(true) : setAsking(true))}
            />
          }
        >
          <p>{texts.memoryHint}</p>
          <p className="mt-1">
            {memories.data && <span className="tabular-nums">{memoryTexts.counter(memories.data)}. </span>}
            <PageLink className="prose-link" href={memoriesHref}>
              {texts.manageMemories}
            </PageLink>
          </p>
        </Item>
      </Items>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.memoryQuestion.title}
        question={texts.memoryQuestion.question}
        confirm={texts.memoryQuestion.confirm}
        onConfirm={() => memory.set(false)}
      />
    </>
  );
}

type Words = Omit<Toast, 'id'>;

/**
 * One of the user's switches. It shows a change before the server has saved it, and what was saved before if that fails. Changes are
 * saved one after another, so that the last one counts.
 */
function useSetting(options: {
  name: PersonSwitch;
  user: User;
  save: (on: boolean) => Promise<User>;
  saved: (on: boolean) => Words;
  failed: Failed;
}) {
  const { name, user } = options;
  const queries = useQueryClient();
  const change = useMutation({
    scope: { id: name },
    mutationFn: options.save,
    onSuccess(after, on) {
      queries.setQueryData(currentUserKey, after);
      toast(options.saved(on));
    },
    meta: { failed: options.failed },
  });
  return { on: change.isPending ? change.variables : user[name], set: change.mutate };
}
