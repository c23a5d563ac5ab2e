import type { Prompt, PromptFields } from '@noek/contract/prompts/schemas';
import { useMutation } from '@tanstack/react-query';
import { errorCode, errorText, isUnauthorized } from '../../api/base/error-text.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../components/base/toasts/toast.ts';
import { sessionTexts } from '../session/texts.ts';
import { sendChange } from '../session/waiting-changes/send-change.ts';
import { inOrder, moved, ownOf, withoutPrompt, withPrompt } from './prompt-list.ts';
import { promptTexts } from './texts.ts';

const texts = promptTexts.toasts;

const failed = (title: string, error: unknown) =>
  isUnauthorized(error) ? promptTexts.signedOut : { title, description: errorText(error) };

/** Of a change that waited for a connection: its mutation has ended long ago. */
const tellLate = (title: string, error: unknown) => toast({ ...failed(title, error), variant: 'destructive' });

/** A prompt that was deleted elsewhere in the meantime counts as deleted. */
function ignoreNotFound(error: unknown): void {
  if (errorCode(error) !== 'NOT_FOUND') throw error;
}

let deletions: Promise<unknown> = Promise.resolve();

/** Resolves when the server has answered every deletion that was sent to it. The page shows a deletion earlier. */
export const untilDeleted = (): Promise<unknown> => deletions;

/** What the dialog saves: an existing prompt (`id`) or a new one, the person's or one for everybody. */
export type PromptToSave = PromptFields & { id?: string | undefined; published: boolean };

/** Saves, deletes, restores and moves prompts. Deletions and moves show immediately and are reverted if the server refuses them. */
export function usePromptChanges() {
  const utils = trpc.useUtils();
  const { client } = utils;
  const { list } = utils.prompts;

  const change = (make: (prompts: Prompt[]) => Prompt[]) =>
    list.setData(undefined, (prompts) => prompts && make(prompts));
  const refresh = () => void list.invalidate();
  /** Shows a change before the server has made it. Returns the prompts as they were. */
  const showNow = async (make: (prompts: Prompt[]) => Prompt[]) => {
    await list.cancel();
    const before = list.getData();
    change(make);
    return before;
  };
  const revert = (before: Prompt[] | undefined) => {
    if (before) list.setData(undefined, before);
  };
  const add = ({ name, text, published }: Omit<PromptToSave, 'id'>) =>
    published ? client.prompts.publish.mutate({ name, text }) : client.prompts.create.mutate({ name, text });

  /** Creates a deleted prompt again, in its former place. */
  const restore = useMutation({
    async mutationFn({ prompt, place }: { prompt: Prompt; place: number }) {
      const restored = await add(prompt);
      change((prompts) => withPrompt(prompts, restored));
      if (prompt.published) return;
      const ids = moved(
        ownOf(list.getData() ?? []).map(({ id }) => id),
        restored.id,
        place,
      );
      change((prompts) => inOrder(prompts, ids));
      // It is back, even if it stays in the last place.
      await client.prompts.order.mutate({ ids }).catch(() => {});
    },
    onSuccess: () => toast({ title: texts.restored }),
    meta: { failed: (error) => failed(texts.restoreFailed, error) },
    onSettled: refresh,
  });

  const remove = useMutation({
    onMutate: (prompt: Prompt) => showNow((prompts) => withoutPrompt(prompts, prompt.id)),
    mutationFn({ id, published }: Prompt) {
      if (published) return client.prompts.withdraw.mutate({ id }).catch(ignoreNotFound);
      const { waits, answer } = sendChange(client, 'deletePrompt', { id });
      const done = answer.catch(ignoreNotFound);
      if (!waits) deletions = Promise.allSettled([deletions, done]);
      return done;
    },
    onSuccess(_, prompt, before) {
      const place = ownOf(before ?? []).findIndex(({ id }) => id === prompt.id);
      toast({
        title: prompt.published ? texts.withdrawn : texts.deleted,
        action: { label: texts.undo, run: () => restore.mutate({ prompt, place: Math.max(0, place) }) },
      });
    },
    meta: {
      failed: (error, { published }: Prompt) => failed(published ? texts.withdrawFailed : texts.deleteFailed, error),
    },
    onError: (_error, _prompt, before) => revert(before),
    onSettled: refresh,
  });

  /** Saves a prompt; null if that waits for a connection. The caller shows refusals. */
  const save = useMutation({
    async mutationFn({ id, ...input }: PromptToSave): Promise<Prompt | null> {
      const { name, text, published } = input;
      if (id === undefined) return add(input);
      if (published) return client.prompts.updatePublished.mutate({ id, name, text });
      const { waits, answer } = sendChange(client, 'prompt', { id, name, text });
      if (!waits) return answer;
      answer.catch((error) => tellLate(texts.saveFailed, error)).finally(refresh);
      return null;
    },
    onSuccess(prompt, { id, name, text, published }) {
      change((prompts) =>
        prompt ? withPrompt(prompts, prompt) : prompts.map((one) => (one.id === id ? { ...one, name, text } : one)),
      );
      if (prompt) toast({ title: id !== undefined ? texts.updated : published ? texts.published : texts.added });
      else toast({ title: sessionTexts.changeWaits });
    },
    onSettled: (prompt) => prompt !== null && refresh(),
  });

  /** Puts the person's prompts into the order of these ids. */
  const order = useMutation({
    // Two moves in quick succession reach the server in their order.
    scope: { id: 'prompts-order' },
    onMutate: (ids: readonly string[]) => showNow((prompts) => inOrder(prompts, ids)),
    async mutationFn(ids: readonly string[]) {
      const { waits, answer } = sendChange(client, 'orderPrompts', { ids: [...ids] });
      // The next order does not wait for one that waits for a connection, so that both are stored.
      if (waits) answer.catch((error) => tellLate(texts.orderFailed, error)).finally(refresh);
      else await answer;
      return waits;
    },
    meta: { failed: (error) => failed(texts.orderFailed, error) },
    onError: (_error, _ids, before) => revert(before),
    // What the server has now would undo on the screen what waits.
    onSettled: (waits) => waits !== true && refresh(),
  });

  return { save, remove: remove.mutate, order: order.mutate };
}
