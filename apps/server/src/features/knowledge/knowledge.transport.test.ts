import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KnowledgePreview, KnowledgeStatus, KnowledgeTest } from '@noek/contract/knowledge/schemas';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { afterEach, expect, test } from 'vitest';
import { createTestApp } from '../../testing/create-test-app.ts';
import { createTestClock } from '../../testing/create-test-ctx.ts';
import {
  documentOf,
  type GoogleServer,
  refusal,
  serviceAccount,
  startGoogleServer,
} from '../../testing/stand-ins/google-server.ts';
import { createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function folderWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'noek-knowledge-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'handbook.md'), text);
  return folder;
}

async function googleWith(text: string): Promise<GoogleServer> {
  const google = await startGoogleServer(text);
  ends.push(() => google.close());
  return google;
}

const paths = ['status', 'test', 'preview'] as const;

describeOnEngines('the page of the knowledge base', (open) => {
  async function begin(env: Record<string, string> = {}) {
    const db = await open();
    const clock = createTestClock();
    const app = createTestApp(db, createScriptedLlm(), { env, clock });
    const admin = await app.signedIn((await insertUser(db, { accessLevel: 'admin' })).id);
    const ask = async <T>(path: (typeof paths)[number]): Promise<T> => {
      const { status, body } = await admin.json<T>(`/api/admin/google-docs/${path}`);
      expect(status).toBe(200);
      return body;
    };
    return {
      ...{ app, db, clock, ctx: app.ctx, admin },
      status: () => ask<KnowledgeStatus>('status'),
      test: () => ask<KnowledgeTest>('test'),
      preview: () => ask<KnowledgePreview>('preview'),
    };
  }

  test.each(paths)('[3.18]–[3.20] %s is for administrators, over REST and typed procedures', async (path) => {
    const { app, db, admin } = await begin({ KNOWLEDGE_DIR: folderWith('Secret.') });
    const callers = [
      [app.caller(), 401],
      [await app.signedIn((await insertUser(db)).id), 403],
      [await app.signedIn((await insertUser(db, { accessLevel: 'supernoek' })).id), 403],
    ] as const;
    for (const [caller, status] of callers)
      for (const address of [`/api/admin/google-docs/${path}`, `/api/trpc/knowledge.${path}`]) {
        const response = await caller.call(address);
        expect([address, response.status]).toEqual([address, status]);
        expect(await response.text()).not.toMatch(/handbook|Secret|KNOWLEDGE/);
      }
    const { body } = await admin.json<{ result: { data: object } }>(`/api/trpc/knowledge.${path}`);
    const rest = await admin.json(`/api/admin/google-docs/${path}`);
    expect(Object.keys(body.result.data)).toEqual(Object.keys(rest.body));
  });

  test('[3.18] [3.19] [3.20] nothing is set up: every call answers with a sentence that says so', async () => {
    const { status, test: connection, preview } = await begin();
    expect(await status()).toMatchObject({
      ...{ configured: false, hasServiceAccount: false, hasDocumentId: false, serviceAccountEmail: null },
      ...{ source: null, problem: null, failure: null, syncedAt: null, lagMs: null, revision: null, revisions: [] },
    });
    expect(await connection()).toEqual({
      success: false,
      message: expect.stringContaining('No knowledge base is set up'),
    });
    expect(await preview()).toEqual({ hasContent: false, lastUpdated: null, content: '', truncated: false });
  });

  test('a folder: the preview is there at once, and the status has the sync, the size and the history', async () => {
    const folder = folderWith('# Handbook\n\nThe office dog is called Biscuit.');
    const { status, test: connection, preview, clock, ctx } = await begin({ KNOWLEDGE_DIR: folder });
    const first = await preview();
    expect(first).toEqual({
      ...{ hasContent: true, truncated: false, lastUpdated: clock.now().toISOString() },
      content: '# Handbook\n\nThe office dog is called Biscuit.',
    });
    writeFileSync(join(folder, 'tea.md'), 'Tea is in the kitchen.');
    clock.advance(15_000);
    await ctx.knowledge.refresh();
    clock.advance(2_000);
    const now = await status();
    expect(now).toMatchObject({
      ...{ configured: true, source: 'folder', folder, hasServiceAccount: false, hasDocumentId: false },
      ...{ lagMs: 2_000, failure: null, notes: [], problem: null },
      syncedAt: new Date(clock.now().getTime() - 2_000).toISOString(),
    });
    expect(now.revisions.map(({ size, passages }) => [size, passages])).toEqual([
      [67, 2],
      [45, 1],
    ]);
    expect(now.revision).toEqual(now.revisions[0]);
    expect(now.revision?.name).toBe(`2-${now.revision?.hash.slice(0, 8)}`);
    expect(await connection()).toEqual({
      success: true,
      message: `Connected: the folder “${folder}” has 2 files with 67 characters.`,
    });
    expect((await preview()).content).toContain('# tea\n\nTea is in the kitchen.');
  });

  test('a Google document: reads it, keeps the text when it is no longer shared, and names the address to share it with', async () => {
    const google = await googleWith('# Dog\nThe office dog is called Biscuit.');
    const { status, test: connection, preview, clock, ctx } = await begin(google.env);
    expect((await preview()).content).toBe('# Handbook\n\n# Dog\n\nThe office dog is called Biscuit.');
    expect(await status()).toMatchObject({
      ...{ configured: true, hasServiceAccount: true, hasDocumentId: true, source: 'google' },
      serviceAccountEmail: serviceAccount.email,
    });
    expect(await connection()).toEqual({
      success: true,
      message: 'Connected: the Google document has 1 tab with 40 characters.',
    });

    google.document = null;
    clock.advance(60_000);
    await ctx.knowledge.refresh();
    const failed = await status();
    expect(failed.failure).toMatchObject({ problem: 'not-shared', since: clock.now().toISOString() });
    expect(failed.failure?.message).toContain(`Share it with ${serviceAccount.email}`);
    expect(failed.lagMs).toBe(60_000);
    expect((await preview()).content).toContain('Biscuit');
    expect(await connection()).toEqual({ success: false, message: failed.failure?.message });

    // After it is shared again, a test ends the wait.
    google.document = documentOf('# Dog\nThe office dog is called Max.');
    google.file = { version: '9' };
    expect(await connection()).toMatchObject({ success: true });
    expect((await status()).failure).toBeNull();
    expect((await preview()).content).toContain('Max');
  });

  test('a sign-in page that answers in place of Google is a failure: the last text stays in use, and Test Connection says so', async () => {
    const google = await googleWith('# Dog\nThe office dog is called Biscuit.');
    const { status, test: connection, preview, clock, ctx } = await begin(google.env);
    await preview();
    for (const api of ['docs', 'drive'] as const) {
      const headers = { 'Content-Type': 'text/html' };
      google.refuse = { api, status: 200, body: '<!doctype html><title>Sign in</title>', headers };
      google.file = { version: `of ${api}` };
      clock.advance(10 * 60_000);
      await ctx.knowledge.refresh();
      const { failure, revisions, revision } = await status();
      expect([failure?.problem, revisions.length, revision?.size]).toEqual(['not-a-document', 1, 40]);
      expect(failure?.message).toContain('A web page came back instead of the document');
      expect(await connection()).toEqual({ success: false, message: failure?.message });
      expect((await preview()).content).toContain('Biscuit');
    }
    google.refuse = null;
    expect(await connection()).toMatchObject({ success: true });
    expect((await status()).failure).toBeNull();
  });

  test('[2.114] a folder that became empty: answers keep the text, the status asks, and a decision empties it', async () => {
    const folder = folderWith('The office dog is called Biscuit.');
    const { status, test: connection, preview, clock, ctx, admin } = await begin({ KNOWLEDGE_DIR: folder });
    await preview();
    expect((await status()).emptied).toBeNull();
    rmSync(join(folder, 'handbook.md'));
    clock.advance(15_000);
    await ctx.knowledge.refresh();
    const emptied = { since: clock.now().toISOString(), kept: false };
    expect(await status()).toMatchObject({ emptied, failure: null, revisions: [{ size: 33 }] });
    expect(await connection()).toEqual({
      ...{ success: true, empty: true },
      message: `Connected, but the folder “${folder}” has no text. Put files with text into it whose names end in .md, or check KNOWLEDGE_DIR.`,
    });
    expect((await preview()).content).toContain('Biscuit');
    const decide = (body: unknown) => admin.call('/api/trpc/knowledge.decideEmptied', { method: 'POST', body });
    for (const body of [{}, { use: 'none' }, { use: 'last', more: 1 }]) expect((await decide(body)).status).toBe(400);
    expect((await decide({ use: 'last' })).status).toBe(200);
    expect((await status()).emptied).toEqual({ ...emptied, kept: true });
    expect((await decide({ use: 'empty' })).status).toBe(200);
    expect(await status()).toMatchObject({ emptied: null, revisions: [{ size: 0 }, { size: 33 }] });
    expect(await preview()).toMatchObject({ hasContent: false, content: '' });
    expect((await decide({ use: 'last' })).status).toBe(409);
  });

  test('an API that is not enabled is reported by Test Connection and by the status', async () => {
    const google = await googleWith('Text');
    google.refuse = {
      api: 'docs',
      ...refusal(
        403,
        'PERMISSION_DENIED',
        'Google Docs API has not been used in project 1 before or it is disabled.',
        'SERVICE_DISABLED',
      ),
    };
    const { status, test: connection, preview } = await begin(google.env);
    expect(await preview()).toMatchObject({ hasContent: false });
    const { failure } = await status();
    expect(failure?.problem).toBe('api-disabled');
    expect(await connection()).toEqual({ success: false, message: failure?.message });
    expect(failure?.message).toContain('The Google Docs API is not enabled');
  });

  test.each([
    [{ GOOGLE_SERVICE_ACCOUNT_JSON: '{"client_email":' }, false, 'GOOGLE_SERVICE_ACCOUNT_JSON is not the key'],
    [{ GOOGLE_SERVICE_ACCOUNT_JSON: '/nowhere/key.json' }, false, 'neither JSON nor the path of a file'],
    [{ GOOGLE_DOC_ID: 'doc-1' }, false, 'GOOGLE_SERVICE_ACCOUNT_JSON is missing'],
    [
      { GOOGLE_SERVICE_ACCOUNT_JSON: JSON.stringify({ client_email: 'a@b.example', private_key: 'secret-key' }) },
      true,
      'GOOGLE_DOC_ID is missing',
    ],
  ])('incomplete or wrong settings are reported: %o', async (env, hasServiceAccount, words) => {
    const { status, test: connection, admin } = await begin(env as Record<string, string>);
    const now = await status();
    expect(now).toMatchObject({ configured: false, hasServiceAccount, hasDocumentId: 'GOOGLE_DOC_ID' in env });
    expect(now.problem).toContain(words);
    expect((await connection()).success).toBe(false);
    for (const path of paths)
      expect(await (await admin.call(`/api/admin/google-docs/${path}`)).text()).not.toContain('secret-key');
  });

  test('while Google is only half set up, the folder is used', async () => {
    const { status, preview } = await begin({ GOOGLE_DOC_ID: 'doc-1', KNOWLEDGE_DIR: folderWith('Here.') });
    expect((await preview()).content).toContain('Here.');
    expect((await status()).problem).toContain('the folder of KNOWLEDGE_DIR is used');
  });

  test('a preview of a large text ends after 200,000 characters', async () => {
    const { preview } = await begin({ KNOWLEDGE_DIR: folderWith('word '.repeat(60_000)) });
    const { content, truncated } = await preview();
    expect([content.length, truncated]).toEqual([200_000, true]);
  });
});
