import type { Memory } from '@noek/contract/memory/schemas';
import { useId, useState } from 'react';
import { tellFailure } from '../../api/failed.ts';
import { trpc } from '../../api/trpc.ts';
import { Checkbox } from '../../components/fields/checkbox.tsx';
import { useCurrentUser } from '../session/current-user.ts';
import { memoryTexts } from './texts.ts';

const none: readonly Memory[] = [];

/**
 * Offers to forget the memories that come from conversations which are about to be deleted. `box` is a checkbox for the question,
 * null if there are none. `forget` returns how to bring the memories back.
 */
export function useForgetAlso(conversationIds: readonly number[]) {
  const { user } = useCurrentUser();
  const utils = trpc.useUtils();
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const asked = conversationIds.join();
  const { data } = trpc.memory.list.useQuery(undefined, { enabled: user !== null && asked !== '' });
  const ids = new Set<number | null>(conversationIds);
  const found =
    data?.memories.filter(({ conversationId }) => conversationId !== null && ids.has(conversationId)) ?? none;
  const isChosen = chosen === asked && found.length > 0;

  /** Forgets them if the person chose so. Call it once the conversations are deleted. */
  async function forget(): Promise<void> {
    if (!isChosen) return;
    const results = await Promise.allSettled(found.map(({ id }) => utils.client.memory.delete.mutate({ id })));
    void utils.memory.list.invalidate();
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) tellFailure(memoryTexts.toasts.deleteFailed(found.length), failed.reason);
  }

  /** Brings them back after the deletion was undone. */
  async function bringBack(): Promise<void> {
    if (!isChosen) return;
    await Promise.allSettled(found.map((memory) => utils.client.memory.restore.mutate(memory)));
    void utils.memory.list.invalidate();
  }

  const box = found.length > 0 && (
    <label htmlFor={id} className="mt-4 flex min-h-(--size-control-sm) items-center gap-3 text-sm">
      <Checkbox id={id} checked={isChosen} onCheckedChange={(checked) => setChosen(checked === true ? asked : null)} />
      {memoryTexts.forgetAlso(found.length)}
    </label>
  );
  return { box: box || null, forget, bringBack };
}
