import { insertConversation, insertMessages, insertUser } from '@noek/db/factories';
import { LlmError } from '../../integrations/llm/llm.ts';
import { createScriptedLlm } from '../scripted-llm.ts';
import { type DocumentedCall, type OperationKey, openWorld, type World } from './documented-call.ts';

const nobodyAnswers = () =>
  createScriptedLlm((call) => call.fail(new LlmError('unreachable', 'No model could be reached.')));

/** A conversation of mine with a turn in it. */
async function mine({ db, user }: World, given: { archived?: boolean } = {}): Promise<number> {
  const { id } = await insertConversation(db, { userId: user.id, title: 'Mine', ...given });
  await insertMessages(db, id, ['A question', 'An answer']);
  return id;
}

const withMine = (given?: { archived?: boolean }): DocumentedCall => ({
  prepare: async (world) => ({ params: { id: await mine(world, given) } }),
});

const share = ({ me }: World, id: number, body: Record<string, unknown> = {}) =>
  me.call(`/api/conversations/${id}/share`, { method: 'POST', body });

const withShared: DocumentedCall = {
  async prepare(world) {
    const id = await mine(world);
    await share(world, id);
    return { params: { id } };
  },
};

async function send(world: World): Promise<Response> {
  const body = { content: 'Hello' };
  return world.me.call(`/api/conversations/${await mine(world)}/messages`, { method: 'POST', body });
}

const guestSend = ({ guest }: World, body: Record<string, unknown> = {}) =>
  guest.call('/api/guest/chat', { method: 'POST', body: { message: 'Hello', conversationId: null, ...body } });

/** Everything that a day of the basic plan allows has been used a moment ago. */
async function useUp({ db, user, ctx }: World): Promise<void> {
  const { allowanceAccounts, allowanceLedger } = db.tables;
  const subject = `user:${user.id}`;
  const first = { id: 'first', subject, amount: 1, totalBefore: 0, refundOf: null, createdAt: ctx.now() };
  await db.atomic((orm) => [
    orm.insert(allowanceAccounts).values({ subject, total: 3_000 }),
    orm.insert(allowanceLedger).values(first),
  ]);
}

export const chatCalls: Record<OperationKey, DocumentedCall> = {
  'GET /api/conversations': {
    async prepare(world) {
      await mine(world);
      return { query: { limit: '1' } };
    },
  },
  'GET /api/conversations/archived': {
    async prepare(world) {
      await mine(world, { archived: true });
      return {};
    },
  },
  'GET /api/conversations/search': {
    async prepare(world) {
      await mine(world);
      return { query: { q: 'answ' } };
    },
    refusals: { 400: ({ me }) => me.call('/api/conversations/search?q=%20') },
  },
  'POST /api/conversations': {
    prepare: ({ user }) => ({ body: { userId: user.id, title: 'A plan' } }),
    refusals: {
      403: async ({ me, db }) =>
        me.call('/api/conversations', { method: 'POST', body: { userId: (await insertUser(db)).id } }),
    },
  },
  'PATCH /api/conversations/{id}': {
    prepare: async (world) => ({ params: { id: await mine(world) }, body: { title: 'A better name' } }),
    refusals: {
      400: async (world) =>
        world.me.call(`/api/conversations/${await mine(world)}`, { method: 'PATCH', body: { title: ' ' } }),
    },
  },
  'POST /api/conversations/{id}/archive': withMine(),
  'POST /api/conversations/{id}/unarchive': withMine({ archived: true }),
  'DELETE /api/conversations/{id}': withMine(),
  'POST /api/conversations/{id}/share': {
    prepare: async (world) => ({ params: { id: await mine(world) }, body: { expiresAt: '2999-01-01T00:00:00.000Z' } }),
    refusals: {
      400: async (world) => share(world, await mine(world), { expiresAt: '2001-01-01T00:00:00.000Z' }),
    },
  },
  'DELETE /api/conversations/{id}/share': withShared,
  'GET /api/shared/{id}': withShared,
  'GET /api/conversations/{id}/messages': withMine(),
  'POST /api/conversations/{id}/messages': {
    prepare: async (world) => ({
      params: { id: await mine(world) },
      body: { content: 'Hello', clientMessageId: 'one' },
    }),
    refusals: {
      400: async (world) =>
        world.me.call(`/api/conversations/${await mine(world)}/messages`, { method: 'POST', body: { content: ' ' } }),
      async 429(world) {
        await useUp(world);
        return send(world);
      },
      502: async () => send(await openWorld({ llm: nobodyAnswers() })),
    },
  },
  'GET /api/guest/status': { prepare: () => ({}) },
  'POST /api/guest/chat': {
    prepare: () => ({ body: { message: 'Hello', conversationId: null, clientMessageId: 'one' } }),
    refusals: {
      400: (world) => guestSend(world, { message: '' }),
      404: (world) => guestSend(world, { conversationId: 12_345 }),
      429: async () => guestSend(await openWorld({ env: { GUEST_MESSAGE_LIMIT: '0' } })),
      502: async () => guestSend(await openWorld({ llm: nobodyAnswers() })),
    },
  },
  'GET /api/guest/conversations/{id}/messages': {
    async prepare(world) {
      const { conversation } = (await (await guestSend(world)).json()) as { conversation: { id: number } };
      return { params: { id: conversation.id } };
    },
  },
};
