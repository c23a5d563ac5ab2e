import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { expect, onTestFinished, test } from 'vitest';
import { createLlm } from '../../integrations/llm/create-llm.ts';
import { ModelLists } from '../../integrations/llm/model-lists/model-lists.ts';
import { silentLog, testTuning } from '../../integrations/llm/testing/loopback-upstream.ts';
import { auditEntries } from '../../testing/audit-entries.ts';
import { createTestClock, createTestCtx } from '../../testing/create-test-ctx.ts';
import { refreshModelLists } from './refresh-model-lists.ts';
import { tellEnds } from './tell-ends.ts';

/** A provider whose list a test may change; null: it has none. */
async function serveList(first: object[] | null) {
  const provider = { list: first, asked: 0, baseUrl: '' };
  const server = http.createServer((_, response) => {
    provider.asked += 1;
    if (!provider.list) return response.writeHead(503).end();
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'list', data: provider.list }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  provider.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return provider;
}
const ids = (...all: string[]) => all.map((id) => ({ id, object: 'model' }));
const hour = 60 * 60_000;

describeOnEngines('the lists of models', (open) => {
  async function begin(first: object[] | null, env: Record<string, string> = {}) {
    const provider = await serveList(first);
    const db = await open();
    const settings = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: provider.baseUrl, ...env };
    /** One of several processes on the same database. */
    const process = async () => {
      const clock = createTestClock();
      const modelLists = new ModelLists(() => clock.now().getTime());
      const ctx = createTestCtx({ db, env: settings, modelLists, clock });
      const llm = await createLlm(ctx.config.ai, { log: silentLog, lists: modelLists }, testTuning);
      return { ...ctx, llm, modelLists };
    };
    const audit = async () => (await auditEntries(db)).map(({ action, detail }) => ({ action, detail }));
    const mails = async () => (await db.orm.select().from(db.tables.outbox)).map(({ subject }) => subject);
    return { provider, db, process, audit, mails };
  }
  const names = ({ llm }: { llm: { models(): { name: string }[] } }) => llm.models().map(({ name }) => name);

  test('two processes read a list once, have its models, and note a new pick once', async () => {
    const { provider, process, audit } = await begin(ids('gpt-7-terra', 'gpt-6-luna'));
    const [one, two] = [await process(), await process()];
    expect(names(one)).toEqual(['gpt-6.1-terra']);
    await Promise.all([refreshModelLists(one), refreshModelLists(two)]);
    await Promise.all([refreshModelLists(one), refreshModelLists(two)]);
    expect(provider.asked).toBe(1);
    for (const each of [one, two]) expect(names(each)).toEqual(['gpt-7-terra', 'gpt-6-luna']);
    expect(await audit()).toEqual([
      { action: 'model.picked', detail: { note: 'OpenAI', model: ['gpt-6.1-terra', 'gpt-7-terra'] } },
    ]);
  });

  test('a list is read again after an hour, and one that does not come leaves the last pick', async () => {
    const { provider, process, audit } = await begin(ids('gpt-7-terra'));
    const one = await process();
    await refreshModelLists(one);
    provider.list = null;
    one.clock.advance(hour);
    await refreshModelLists(one);
    expect(provider.asked).toBe(2);
    expect(names(one)).toEqual(['gpt-7-terra']);
    const later = await process();
    later.clock.advance(hour);
    await refreshModelLists(later);
    expect(names(later)).toEqual(['gpt-7-terra']);
    provider.list = ids('gpt-8-terra');
    one.clock.advance(hour);
    await refreshModelLists(one);
    expect(names(one)).toEqual(['gpt-8-terra']);
    expect(await audit()).toHaveLength(2);
  });

  test('a model that is set wins', async () => {
    const { process, audit } = await begin(ids('gpt-7-terra'), { OPENAI_MODEL: 'gpt-6-luna' });
    const one = await process();
    await refreshModelLists(one);
    expect(names(one)).toEqual(['gpt-6-luna']);
    expect(await audit()).toEqual([]);
  });

  test('administrators get one mail at 30 and one at 7 days before an end, from any number of processes', async () => {
    const { db, process, mails } = await begin([{ id: 'gpt-7-terra', object: 'model', shutdown_date: '2026-12-31' }]);
    await insertUser(db, { accessLevel: 'admin' });
    await insertUser(db, { accessLevel: 'admin', suspendedAt: new Date() });
    await insertUser(db, {});
    const [one, two] = [await process(), await process()];
    await Promise.all([refreshModelLists(one), refreshModelLists(two)]);
    await Promise.all([refreshModelLists(one), refreshModelLists(two)]);
    const on = async (day: string) => {
      for (const each of [one, two]) each.clock.advance(Date.parse(`${day}T12:00:00Z`) - each.now().getTime());
      await Promise.all([tellEnds(one), tellEnds(two)]);
      await tellEnds(two);
      return mails();
    };
    const subject = 'The model gpt-7-terra ends on 31 December 2026';
    expect(await on('2026-11-30')).toEqual([]);
    expect(await on('2026-12-01')).toEqual([subject]);
    expect(await on('2026-12-23')).toEqual([subject]);
    expect(await on('2026-12-24')).toEqual([subject, subject]);
    expect(await on('2026-12-31')).toEqual([subject, subject]);
  });
});
