import { openTestDatabase } from '@noek/db/testing/engines';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLlm } from '../../../integrations/llm/create-llm.ts';
import {
  answerOf,
  collect,
  data,
  loopbackUpstream,
  refuse,
  request,
  silentLog,
  stream,
  testTuning,
} from '../../../integrations/llm/testing/loopback-upstream.ts';
import { auditEntries } from '../../../testing/audit-entries.ts';
import { userActor } from '../../../testing/create-chat-ctx.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { listProviders } from './list-providers.ts';
import { tryProvider } from './try-provider.ts';

async function openProviders() {
  let works = false;
  const upstream = await loopbackUpstream((response, _, { body }) => {
    if (works && 'tools' in body) return stream(response, data({ error: { message: 'tools are not supported' } }));
    return works ? stream(response, answerOf('Hello')) : refuse(response, 401);
  });
  const tuning = { ...testTuning, breakerThreshold: 2, breakerOpenMs: 3_600_000 };
  const llm = await createLlm({ providers: [upstream.provider({ name: 'Model house' })] }, { log: silentLog }, tuning);
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  const ctx = createTestCtx({ db, llm });
  const admin = ctx.as(await userActor(db, { accessLevel: 'admin' }));
  return {
    ...{ db, llm, ctx, admin, upstream },
    recover() {
      works = true;
    },
  };
}

describe('providers', () => {
  test('are shown with the state of their breaker and a sentence about their last failure', async () => {
    const { llm, admin } = await openProviders();
    const [before] = (await listProviders(admin)).providers;
    expect(before).toMatchObject({ name: 'Model house', state: 'working', lastFailure: null, lastSuccessAt: null });
    for (let i = 0; i < 2; i++) await collect(llm);
    const { label, providers } = await listProviders(admin);
    expect(label).toContain('Model house');
    expect(providers).toEqual([
      {
        ...{ name: 'Model house', state: 'resting', failures: 2, lastSuccessAt: null, refusals: [] },
        restsUntil: expect.any(String),
        lastFailure: {
          at: expect.any(String),
          message:
            "Model house rejected the API key (HTTP 401). Correct the key in Noek's settings, and start Noek again.",
        },
      },
    ]);
  });

  test('are shown with what their models refused, until when they are asked without it', async () => {
    const { llm, admin, recover } = await openProviders();
    recover();
    const tools = [{ name: 'web_search', description: 'Searches.', parameters: { type: 'object' } }];
    await collect(llm, request({ tools }));
    const [provider] = (await listProviders(admin)).providers;
    expect(provider?.refusals).toEqual([{ what: 'tools', model: 'test-model', until: expect.any(String) }]);
    const minutes = (Date.parse(provider?.refusals[0]?.until ?? '') - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(60);
    expect(provider).toMatchObject({ state: 'working', failures: 0, lastFailure: null });
  });

  test('that rest can be tried at once: one that answers is used again, and one that fails keeps resting', async () => {
    const { db, llm, admin, upstream, recover } = await openProviders();
    for (let i = 0; i < 2; i++) await collect(llm);
    const asked = upstream.asked.length;
    expect(await tryProvider(admin, { id: 'Model house' })).toMatchObject({ state: 'resting', failures: 3 });
    recover();
    expect(await tryProvider(admin, { id: 'Model house' })).toMatchObject({
      ...{ state: 'working', failures: 0, restsUntil: null },
      lastSuccessAt: expect.any(String),
    });
    expect(upstream.asked.length).toBe(asked + 2);
    const entries = await auditEntries(db);
    const { user } = admin.actor as { user: { id: string } };
    expect(entries).toHaveLength(2);
    for (const entry of entries)
      expect(entry).toMatchObject({ action: 'provider.tried', actorId: user.id, targetUserId: null });
    expect((await collect(llm)).text).toBe('Hello');
  });

  test('are tried only by administrators, and only if they exist', async () => {
    const { db, ctx, admin, upstream } = await openProviders();
    const person = ctx.as(await userActor(db));
    await expect(tryProvider(person, { id: 'Model house' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(listProviders(person)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(tryProvider(admin, { id: 'Nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(upstream.asked).toEqual([]);
    expect(await auditEntries(db)).toEqual([]);
  });
});
