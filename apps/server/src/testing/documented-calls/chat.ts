import { maxShares, newConversationsPerHour, searchesPerMinute } from '@noek/contract/limits';
import { insertUser } from '@noek/db/factories';
import { LlmError } from '../../integrations/llm/llm.ts';
import { createScriptedLlm } from '../scripted-llm.ts';
import { type DocumentedCall, type DocumentedCalls, openWorld, type World } from './documented-call.ts';
import { conversationOf } from './things.ts';

const nobodyAnswers = () =>
  createScriptedLlm((call) => call.fail(new LlmError('unreachable', 'No model could be reached.')));

const mine = (world: World, given?: { archived?: boolean }) => conversationOf(world, world.user.id, given);

const withShared: DocumentedCall = {
  async prepare(world) {
    const params = await mine(world);
    await world.me.call(`/api/conversations/${params.id}/share`, { method: 'POST' });
    return { params };
  },
};

async function send(world: World): Promise<Response> {
  const { id } = await mine(world);
  return world.me.call(`/api/conversations/${id}/messages`, { method: 'POST', body: { content: 'Hello' } });
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

export const chatCalls: DocumentedCalls = {
  'GET /api/conversations': {
    async prepare(world) {
      await mine(world);
      await mine(world);
      return {};
    },
    refusals: { BAD_REQUEST: ({ me }) => me.call('/api/conversations?limit=0') },
  },
  'GET /api/conversations/archived': {
    async prepare(world) {
      await mine(world, { archived: true });
      return {};
    },
    refusals: { BAD_REQUEST: ({ me }) => me.call('/api/conversations/archived?cursor=nonsense') },
  },
  'GET /api/conversations/search': {
    async prepare(world) {
      await mine(world);
      return {};
    },
    refusals: {
      BAD_REQUEST: ({ me }) => me.call('/api/conversations/search?q=%20'),
      async RATE_LIMITED({ me }) {
        const search = () => me.call('/api/conversations/search?q=sea');
        for (let n = 0; n < searchesPerMinute; n++) await search();
        return search();
      },
    },
  },
  'POST /api/conversations': {
    refusals: {
      FORBIDDEN: async ({ me, db }) =>
        me.call('/api/conversations', { method: 'POST', body: { userId: (await insertUser(db)).id } }),
      async RATE_LIMITED({ me }) {
        const create = () => me.call('/api/conversations', { method: 'POST', body: { title: 'A plan' } });
        for (let n = 0; n < newConversationsPerHour; n++) await create();
        return create();
      },
    },
  },
  'POST /api/conversations/{id}/unarchive': {
    prepare: async (world) => ({ params: await mine(world, { archived: true }) }),
  },
  'POST /api/conversations/{id}/share': {
    prepare: async (world) => ({ params: await mine(world) }),
    refusals: {
      async CONFLICT(world) {
        const share = async () => {
          const { id } = await mine(world);
          return world.me.call(`/api/conversations/${id}/share`, { method: 'POST', body: {} });
        };
        for (let n = 0; n < maxShares; n++) await share();
        return share();
      },
    },
  },
  'DELETE /api/conversations/{id}/share': withShared,
  'GET /api/shared/{id}': withShared,
  'POST /api/conversations/{id}/messages': {
    refusals: {
      async MESSAGE_LIMIT_REACHED(world) {
        await useUp(world);
        return send(world);
      },
      PROVIDER_FAILED: async () => send(await openWorld({ llm: nobodyAnswers() })),
    },
  },
  'POST /api/guest/chat': {
    refusals: {
      NOT_FOUND: (world) => guestSend(world, { conversationId: 12_345 }),
      async GUEST_SIGNED_IN(world) {
        await guestSend(world);
        const late = world.caller();
        for (const [name, value] of world.guest.cookies) late.cookies.set(name, value);
        await world.guest.call('/api/auth/test-login', { method: 'POST' });
        return guestSend({ ...world, guest: late });
      },
      MESSAGE_LIMIT_REACHED: async () => guestSend(await openWorld({ env: { GUEST_MESSAGE_LIMIT: '0' } })),
      PROVIDER_FAILED: async () => guestSend(await openWorld({ llm: nobodyAnswers() })),
    },
  },
  'GET /api/guest/conversations/{id}/messages': {
    async prepare(world) {
      const { conversation } = (await (await guestSend(world)).json()) as { conversation: { id: number } };
      return { params: { id: conversation.id } };
    },
  },
};
