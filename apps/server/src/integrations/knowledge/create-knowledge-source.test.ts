import { expect, test, vi } from 'vitest';
import { createDeps } from '../../deps.ts';
import { readConfig } from '../../settings/config.ts';
import { startGoogleServer } from '../../testing/stand-ins/google-server.ts';

const loaded = vi.hoisted(() => ({ docs: false }));
vi.mock('googleapis/build/src/apis/docs/index.js', async (original) => {
  loaded.docs = true;
  return original();
});

test("Google's libraries are loaded when a document is read, not when the server starts", async () => {
  const google = await startGoogleServer();
  const config = readConfig({
    NODE_ENV: 'test',
    APP_SECRET: 'only-for-tests-0123456789',
    LOG_LEVEL: 'silent',
    DATABASE_URL: 'file::memory:',
    ...google.env,
  });
  const { knowledgeSource, db } = await createDeps(config);
  expect(loaded.docs).toBe(false);
  await knowledgeSource?.version(new AbortController().signal);
  expect(loaded.docs).toBe(true);
  await db.close();
  await google.close();
});
