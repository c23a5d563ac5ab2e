import { emptyConversationsPerHour, maxShares, searchesPerMinute } from '@noek/contract/chat/limits';
import { insertUser } from '@noek/db/testing/factories';
import { pngOf } from '@noek/files/testing/png';
import { LlmError } from '../../integrations/llm/llm.ts';
import { createScriptedLlm, offeredModel } from '../stand-ins/scripted-llm.ts';
import { type DocumentedCall, type DocumentedCalls, type Fixture, openFixture } from './documented-call.ts';
import { askedAbout, askingAnswerOf, conversationOf, keepingAnswerOf, queuedOf, withMadeDocument } from './things.ts';

const unreachableModels = () =>
  createScriptedLlm((call) => call.fail(new LlmError('unreachable', 'No model could be reached.')));

const allAreGone = () =>
  createScriptedLlm((call) => call.fail(new LlmError('gone', 'No model answered.', { gone: ['one'] })));

const mine = (fixture: Fixture, given?: { archived?: boolean }) => conversationOf(fixture, fixture.user.id, given);

const withShared: DocumentedCall = {
  async prepare(fixture) {
    const params = await mine(fixture);
    await fixture.me.call(`/api/conversations/${params.id}/share`, { method: 'POST' });
    return { params };
  },
};

const withSharedFile: DocumentedCall = {
  async prepare({ me }) {
    const bytes = await pngOf();
    const file = await me.json<{ id: string }>('/api/files?name=a.png', { method: 'POST', bytes });
    const { id } = (await me.json<{ id: number }>('/api/conversations', { method: 'POST', body: { title: 'Files' } }))
      .body;
    const body = { content: 'Look', fileIds: [file.body.id] };
    await me.json(`/api/conversations/${id}/messages`, { method: 'POST', body });
    await me.json(`/api/conversations/${id}/share`, { method: 'POST', body: { includeFiles: true } });
    return { params: { id: String(id), fileId: file.body.id } };
  },
};

/** A model for premium plans alone. */
const premiumLlm = () =>
  createScriptedLlm(undefined, [offeredModel('small'), offeredModel('large', { premium: true })]);

async function send(fixture: Fixture, body: Record<string, unknown> = {}): Promise<Response> {
  const { id } = await mine(fixture);
  return fixture.me.call(`/api/conversations/${id}/messages`, { method: 'POST', body: { content: 'Hello', ...body } });
}

/** Queues a message in a new conversation. */
async function queue(fixture: Fixture): Promise<Response> {
  const { id } = await mine(fixture);
  const body = { content: 'Next', clientMessageId: 'the same' };
  return fixture.me.call(`/api/conversations/${id}/queue`, { method: 'POST', body });
}

async function steer(fixture: Fixture, more: Record<string, unknown> = {}): Promise<Response> {
  const { id } = await mine(fixture);
  const body = { content: 'Shorter', clientMessageId: 'the same', ...more };
  return fixture.me.call(`/api/conversations/${id}/steer`, { method: 'POST', body });
}

const withQueued: DocumentedCall = {
  prepare: async (fixture) => ({ by: fixture.me, params: await queuedOf(fixture, fixture.user.id) }),
};

const guestSend = ({ guest }: Fixture, body: Record<string, unknown> = {}) =>
  guest.call('/api/guest/chat', { method: 'POST', body: { message: 'Hello', conversationId: null, ...body } });

/** The id of a new chat of the guest. */
async function idOfGuestChat(fixture: Fixture): Promise<number> {
  const { conversation } = (await (await guestSend(fixture)).json()) as { conversation: { id: number } };
  return conversation.id;
}

/** Uses up the daily allowance of the basic plan. */
async function useUp({ db, user, ctx }: Fixture): Promise<void> {
  const { allowanceAccounts, allowanceLedger } = db.tables;
  const subject = `user:${user.id}`;
  const first = { id: 'first', subject, amount: 1, totalBefore: 0, refundOf: null, createdAt: ctx.now() };
  await db.atomic((step) => {
    step.add(step.orm.insert(allowanceAccounts).values({ subject, total: 3_000 }));
    step.add(step.orm.insert(allowanceLedger).values(first));
  });
}

/** A temporary chat of the person. */
const withTemporary: DocumentedCall = {
  async prepare({ me }) {
    const made = await me.json<{ id: number }>('/api/conversations', { method: 'POST', body: { temporary: true } });
    return { params: { id: made.body.id } };
  },
};

export const chatCalls: DocumentedCalls = {
  'POST /api/conversations/{id}/keep': withTemporary,
  'POST /api/conversations/{id}/end': withTemporary,
  'GET /api/conversations': {
    async prepare(fixture) {
      await mine(fixture);
      await mine(fixture);
      return {};
    },
    refusals: { BAD_REQUEST: ({ me }) => me.call('/api/conversations?limit=0') },
  },
  'GET /api/conversations/archived': {
    async prepare(fixture) {
      await mine(fixture, { archived: true });
      return {};
    },
    refusals: { BAD_REQUEST: ({ me }) => me.call('/api/conversations/archived?cursor=nonsense') },
  },
  'GET /api/conversations/search': {
    async prepare(fixture) {
      await mine(fixture);
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
        for (let n = 0; n < emptyConversationsPerHour; n++) await create();
        return create();
      },
    },
  },
  'POST /api/conversations/{id}/unarchive': {
    prepare: async (fixture) => ({ params: await mine(fixture, { archived: true }) }),
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
  'GET /api/shared/{id}/documents/{documentId}': {
    async prepare(fixture) {
      const { conversationId: id, documentId } = await withMadeDocument(fixture, fixture.user.id);
      await fixture.me.call(`/api/conversations/${id}/share`, { method: 'POST', body: { includeDocuments: true } });
      return { params: { id, documentId } };
    },
  },
  'GET /api/shared/{id}/files/{fileId}/pages': withSharedFile,
  'GET /api/shared/{id}/files/{fileId}/content': withSharedFile,
  'GET /api/shared/{id}/files/{fileId}/preview': withSharedFile,
  'POST /api/conversations/{id}/messages': {
    refusals: {
      FORBIDDEN: async () => send(await openFixture({ llm: premiumLlm() }), { model: 'large' }),
      async MESSAGE_LIMIT_REACHED(fixture) {
        await useUp(fixture);
        return send(fixture);
      },
      // Each is a message in another conversation.
      async CONFLICT(fixture) {
        await send(fixture, { clientMessageId: 'the same' });
        return send(fixture, { clientMessageId: 'the same' });
      },
      PROVIDER_FAILED: async () => send(await openFixture({ llm: unreachableModels() })),
      MODEL_ENDED: async () => send(await openFixture({ llm: allAreGone() })),
    },
  },
  'GET /api/conversations/{id}/queue': withQueued,
  'POST /api/conversations/{id}/queue': {
    prepare: async (fixture) => ({ by: fixture.me, params: await mine(fixture) }),
    refusals: {
      async CONFLICT(fixture) {
        await queue(fixture);
        return queue(fixture);
      },
      async MESSAGE_LIMIT_REACHED(fixture) {
        await useUp(fixture);
        return queue(fixture);
      },
    },
  },
  'DELETE /api/conversations/{id}/queue': withQueued,
  'PATCH /api/conversations/{id}/queue/{queuedId}': withQueued,
  'DELETE /api/conversations/{id}/queue/{queuedId}': withQueued,
  'POST /api/conversations/{id}/queue/send': {
    ...withQueued,
    refusals: {
      async CONFLICT(fixture) {
        const { id } = await mine(fixture);
        return fixture.me.call(`/api/conversations/${id}/queue/send`, { method: 'POST' });
      },
      async MESSAGE_LIMIT_REACHED(fixture) {
        await useUp(fixture);
        const { id } = await queuedOf(fixture, fixture.user.id);
        return fixture.me.call(`/api/conversations/${id}/queue/send`, { method: 'POST' });
      },
    },
  },
  'POST /api/conversations/{id}/steer': {
    prepare: async (fixture) => ({ by: fixture.me, params: await mine(fixture) }),
    refusals: {
      FORBIDDEN: async () => steer(await openFixture({ llm: premiumLlm() }), { model: 'large' }),
      async MESSAGE_LIMIT_REACHED(fixture) {
        await useUp(fixture);
        return steer(fixture);
      },
      // Each is a message in another conversation.
      async CONFLICT(fixture) {
        await steer(fixture);
        return steer(fixture);
      },
      PROVIDER_FAILED: async () => steer(await openFixture({ llm: unreachableModels() })),
      MODEL_ENDED: async () => steer(await openFixture({ llm: allAreGone() })),
    },
  },
  'POST /api/messages/{id}/forget': {
    refusals: {
      async CONFLICT(fixture) {
        const { id } = await askingAnswerOf(fixture, fixture.user.id);
        const { id: memoryId } = await askedAbout(fixture, fixture.user.id);
        const decide = (memoryIds: string[]) =>
          fixture.me.call(`/api/messages/${id}/forget`, { method: 'POST', body: { stepId: 'own1.forget', memoryIds } });
        await decide([]);
        return decide([memoryId]);
      },
    },
  },
  'POST /api/messages/{id}/keep': {
    refusals: {
      async CONFLICT(fixture) {
        const { id } = await keepingAnswerOf(fixture, fixture.user.id);
        const decide = (keep: boolean) =>
          fixture.me.call(`/api/messages/${id}/keep`, { method: 'POST', body: { stepId: '1.memory', keep } });
        await decide(false);
        return decide(true);
      },
    },
  },
  'POST /api/guest/chat': {
    refusals: {
      FORBIDDEN: async () => guestSend(await openFixture({ llm: premiumLlm() }), { model: 'large' }),
      NOT_FOUND: (fixture) => guestSend(fixture, { conversationId: 12_345 }),
      async GUEST_SIGNED_IN(fixture) {
        await guestSend(fixture);
        const late = fixture.caller();
        for (const [name, value] of fixture.guest.cookies) late.cookies.set(name, value);
        await fixture.guest.call('/api/auth/test-login', { method: 'POST' });
        return guestSend({ ...fixture, guest: late });
      },
      async CONFLICT(fixture) {
        await guestSend(fixture, { clientMessageId: 'the same' });
        const conversationId = await idOfGuestChat(fixture);
        return guestSend(fixture, { clientMessageId: 'the same', conversationId });
      },
      MESSAGE_LIMIT_REACHED: async () => guestSend(await openFixture({ env: { GUEST_MESSAGE_LIMIT: '0' } })),
      PROVIDER_FAILED: async () => guestSend(await openFixture({ llm: unreachableModels() })),
      MODEL_ENDED: async () => guestSend(await openFixture({ llm: allAreGone() })),
    },
  },
  'GET /api/guest/conversations/{id}/messages': {
    async prepare(fixture) {
      return { params: { id: await idOfGuestChat(fixture) } };
    },
  },
};
