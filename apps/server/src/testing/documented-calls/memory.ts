import { defaultMemoryLimit } from '@noek/contract/limits';
import { insertMemories } from '@noek/db/factories';
import type { DocumentedCall, OperationKey, World } from './documented-call.ts';

const memory = { title: 'Tea', content: 'Likes green tea.' };

/** A memory of mine, by id. */
async function mine({ db, user }: World): Promise<{ id: string }> {
  const [row] = await insertMemories(db, user.id, [memory]);
  return { id: row?.id ?? '' };
}

const create = ({ me }: World, body: Record<string, unknown>) => me.call('/api/memories', { method: 'POST', body });

export const memoryCalls: Record<OperationKey, DocumentedCall> = {
  'GET /api/memories': {
    async prepare(world) {
      await mine(world);
      return {};
    },
  },
  'POST /api/memories': {
    prepare: () => ({ body: { ...memory, category: 'Drinks', importance: 'high' } }),
    refusals: {
      400: (world) => create(world, { ...memory, title: ' ' }),
      async 409(world) {
        await insertMemories(world.db, world.user.id, Array(defaultMemoryLimit).fill(memory));
        return create(world, memory);
      },
    },
  },
  'PATCH /api/memories/{id}': {
    prepare: async (world) => ({
      params: await mine(world),
      body: { title: 'Coffee', content: 'Likes coffee.', category: 'Drinks', importance: 'low' },
    }),
    refusals: {
      400: async (world) =>
        world.me.call(`/api/memories/${(await mine(world)).id}`, { method: 'PATCH', body: { importance: 'highest' } }),
    },
  },
  'DELETE /api/memories/{id}': { prepare: async (world) => ({ params: await mine(world) }) },
};
