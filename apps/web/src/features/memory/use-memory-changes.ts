import type { Memory, MemoryFields, MemoryList } from '@noek/contract/memory';
import { useMutation } from '@tanstack/react-query';
import { errorCode, errorText, isUnauthorized } from '../../api/error-text.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../components/toast.ts';
import { withMemories, withoutMemories } from './memory-cache.ts';
import { memoryChangeKey } from './use-memories.ts';

/** What somebody is told whose session has ended. */
export const signedOutText = { title: 'Please refresh the page', description: 'Authentication required' };

const several = (count: number) => (count === 1 ? 'memory' : 'memories');

function sayFailed(title: string, error: unknown) {
  toast({
    ...(isUnauthorized(error) ? signedOutText : { title, description: errorText(error) }),
    variant: 'destructive',
  });
}

/** What was deleted somewhere else in the meantime is deleted. */
function unlessGone(error: unknown): void {
  if (errorCode(error) !== 'NOT_FOUND') throw error;
}

/** Saving, deleting and bringing back memories. The list shows a change at once where it can, and takes it back if it is refused. */
export function useMemoryChanges() {
  const utils = trpc.useUtils();
  const { client } = utils;

  const change = (make: (list: MemoryList) => MemoryList) =>
    utils.memory.list.setData(undefined, (list) => list && make(list));
  const refresh = () => {
    void utils.memory.list.invalidate();
    void utils.chat.conversations.invalidate();
  };

  const restore = useMutation({
    mutationKey: memoryChangeKey,
    async mutationFn(memories: readonly Memory[]) {
      const results = await Promise.allSettled(memories.map((memory) => client.memory.restore.mutate(memory)));
      const kept = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      change((list) => withMemories(list, kept));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
    onSuccess: (_, memories) =>
      toast({ title: memories.length === 1 ? 'Memory restored' : `${memories.length} memories restored` }),
    onError: (error, memories) => sayFailed(`Failed to restore ${several(memories.length)}`, error),
    onSettled: refresh,
  });

  const remove = useMutation({
    mutationKey: memoryChangeKey,
    async onMutate(memories: readonly Memory[]) {
      await utils.memory.list.cancel();
      change((list) => withoutMemories(list, new Set(memories.map(({ id }) => id))));
    },
    async mutationFn(memories: readonly Memory[]) {
      const results = await Promise.allSettled(
        memories.map(({ id }) => client.memory.delete.mutate({ id }).catch(unlessGone)),
      );
      const kept = memories.filter((_, at) => results[at]?.status === 'rejected');
      change((list) => withMemories(list, kept));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
    onSuccess(_, memories) {
      const { length } = memories;
      toast({
        ...(length === 1
          ? { title: 'Memory deleted', description: 'The memory has been removed successfully.' }
          : { title: 'Memories deleted', description: `${length} memories removed` }),
        action: { label: 'Undo', run: () => restore.mutate(memories) },
      });
    },
    onError: (error, memories) => sayFailed(`Failed to delete ${several(memories.length)}`, error),
    onSettled: refresh,
  });

  /** With an id the memory is changed, without one it is added. Whoever calls it shows what was refused. */
  const save = useMutation({
    mutationKey: memoryChangeKey,
    mutationFn: ({ id, ...input }: MemoryFields & { id?: string | undefined }) =>
      id === undefined ? client.memory.create.mutate(input) : client.memory.update.mutate({ id, ...input }),
    onSuccess(memory, { id }) {
      change((list) => withMemories(list, [memory]));
      toast({ title: id === undefined ? 'Memory added' : 'Memory updated' });
    },
    onSettled: refresh,
  });

  return { remove: remove.mutate, save };
}
