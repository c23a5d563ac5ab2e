import type { Memory, MemoryFields, MemoryList } from '@noek/contract/memory/schemas';
import { useMutation } from '@tanstack/react-query';
import { errorCode, errorText, isUnauthorized } from '../../api/base/error-text.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../components/base/toasts/toast.ts';
import { memoryTexts } from './texts.ts';
import { memoryChangeKey } from './use-memories.ts';

/** The list without some memories. */
function withoutMemories(list: MemoryList, ids: ReadonlySet<string>): MemoryList {
  return counted(
    list,
    list.memories.filter(({ id }) => !ids.has(id)),
  );
}

/** The list with the memories inserted or replaced, newest first. */
function withMemories(list: MemoryList, memories: readonly Memory[]): MemoryList {
  const ids = new Set(memories.map(({ id }) => id));
  const rest = list.memories.filter(({ id }) => !ids.has(id));
  return counted(list, [...memories, ...rest].toSorted(newestFirst));
}

const newestFirst = (a: Memory, b: Memory) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0);

const counted = (list: MemoryList, memories: Memory[]): MemoryList => ({
  ...list,
  memories,
  count: list.count + memories.length - list.memories.length,
});

const texts = memoryTexts.toasts;

const failed = (title: string, error: unknown) =>
  isUnauthorized(error) ? memoryTexts.signedOut : { title, description: errorText(error) };

/** A memory that was deleted elsewhere in the meantime counts as deleted. */
function ignoreNotFound(error: unknown): void {
  if (errorCode(error) !== 'NOT_FOUND') throw error;
}

/** Saves, deletes and restores memories. Deletions show immediately and are reverted if the server refuses them. */
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
    onSuccess: (_, memories) => toast({ title: texts.restored(memories.length) }),
    meta: { failed: (error, { length }: readonly Memory[]) => failed(texts.restoreFailed(length), error) },
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
        memories.map(({ id }) => client.memory.delete.mutate({ id }).catch(ignoreNotFound)),
      );
      const kept = memories.filter((_, at) => results[at]?.status === 'rejected');
      change((list) => withMemories(list, kept));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
    onSuccess(_, memories) {
      const { length } = memories;
      toast({
        ...(length === 1 ? texts.deleted : texts.manyDeleted(length)),
        action: { label: texts.undo, run: () => restore.mutate(memories) },
      });
    },
    meta: { failed: (error, { length }: readonly Memory[]) => failed(texts.deleteFailed(length), error) },
    onSettled: refresh,
  });

  /** Updates the memory with `id`, or adds one without it. The caller shows refusals. */
  const save = useMutation({
    mutationKey: memoryChangeKey,
    mutationFn: ({ id, ...input }: MemoryFields & { id?: string | undefined }) =>
      id === undefined ? client.memory.create.mutate(input) : client.memory.update.mutate({ id, ...input }),
    onSuccess(memory, { id }) {
      change((list) => withMemories(list, [memory]));
      toast({ title: id === undefined ? texts.added : texts.updated });
    },
    onSettled: refresh,
  });

  return { remove: remove.mutate, save };
}
