import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message, SendResult } from '@noek/contract/chat/schemas';
import { openSqlite } from '@noek/db/sqlite/open-sqlite';
import { eq, max } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { freePort } from './testing/free-port.ts';
import { type RemoteCaller, remoteCaller } from './testing/remote-caller.ts';
import { runServerProcess, startServerProcess } from './testing/server-process.ts';
import { type ModelCall, startModelServer, typing } from './testing/stand-ins/model-server.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'noek-main-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

const port = async () => String(await freePort());

/** A start that must fail with exit code 1 and only one sentence on stderr. */
async function refusal(env: Record<string, string>): Promise<string> {
  const { code, signal, stdout, stderr } = await runServerProcess({
    DATA_DIR: await folder(),
    PORT: await port(),
    ...env,
  });
  expect({ code, signal, stdout }).toEqual({ code: 1, signal: null, stdout: '' });
  expect(stderr).toMatch(/^Noek cannot start: [^\n]+\n$/);
  return stderr.trim();
}

test('a variable that looks like a setting is named at the start', async () => {
  const server = await startServerProcess({ AI_PROVIDER: 'openai' });
  onTestFinished(() => server.discard());
  const sentence = 'AI_PROVIDER is not a setting of Noek and has no effect. Did you mean AI_PROVIDERS?';
  expect(server.output.stdout.split(sentence)).toHaveLength(2);
});

describe('a file .env in the folder of the start', () => {
  const started = async (content: string, env: Record<string, string> = {}) => {
    const server = await startServerProcess(env);
    onTestFinished(() => server.discard());
    await server.stop();
    await writeFile(join(server.dataDir, '.env'), content);
    server.output.stdout = '';
    await server.startAgain();
    return { server, lines: server.output.stdout.split('\n') };
  };

  test('connects a model, and the log names the file and no value', async () => {
    const model = await startModelServer(typing('I am the model.', 0));
    onTestFinished(() => model.close());
    const providers = model.env.AI_PROVIDERS ?? '';
    expect(providers).not.toBe('');
    const { server, lines } = await started(
      `AI_PROVIDERS='${providers}'\nLOG_LEVEL=debug\nSMPT_URL=smtp://a:secret@b\n`,
      {
        LOG_LEVEL: 'info',
      },
    );
    const path = join(server.dataDir, '.env');
    const said = `Settings were read from ${path}: AI_PROVIDERS. The environment’s own values are used for LOG_LEVEL.`;
    expect(lines.filter((line) => line.includes('Settings were read')).map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 30, msg: said }),
    ]);
    expect(server.output.stdout).toContain(
      'SMPT_URL is not a setting of Noek and has no effect. Did you mean SMTP_URL?',
    );
    expect(server.output.stdout + server.output.stderr).not.toMatch(/secret|baseUrl/);
    const guest = remoteCaller(server.address);
    const { body } = await guest.json<{ models: { provider: string }[] }>('/api/config');
    expect(body.models.map(({ provider }) => provider)).not.toContain('Demo');
  });

  test('is told as a warning in production', async () => {
    const { server, lines } = await started('GUEST_MESSAGE_LIMIT=3', {
      NODE_ENV: 'production',
      CHAT_ORIGIN: 'https://chat.example.com',
      AUTH_ORIGIN: 'https://auth.example.com',
      COMPANY_ORIGIN: 'https://example.com',
      APP_SECRET: 'only-for-tests-0123456789',
      SMTP_URL: 'smtp://127.0.0.1:1',
      HOST: '127.0.0.1',
    });
    const msg = `Settings were read from ${join(server.dataDir, '.env')}: GUEST_MESSAGE_LIMIT.`;
    expect(lines.filter((line) => line.includes('Settings were read')).map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 40, msg }),
    ]);
  });

  test('is named when the start fails for one of its settings', async () => {
    const cwd = await folder();
    await writeFile(join(cwd, '.env'), 'GUEST_MESSAGE_LIMIT=many');
    const { code, stderr } = await runServerProcess({ DATA_DIR: join(cwd, 'data'), PORT: await port() }, cwd);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Noek cannot start: GUEST_MESSAGE_LIMIT cannot be used: [^\n]+\. See \/[^\n]+\/\.env\.\n$/);
  });
});

describe('a failed start gives the reason in one sentence', () => {
  test('the port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port: taken } = other.address() as { port: number };
    expect(await refusal({ PORT: String(taken) })).toBe(
      `Noek cannot start: port ${taken} on 127.0.0.1 is in use. Stop the other program, or set PORT to another port.`,
    );
  });

  test('the data folder is a file', async () => {
    const file = join(await folder(), 'data');
    await writeFile(file, '');
    expect(await refusal({ DATA_DIR: file })).toMatch(
      /DATA_DIR cannot be used: .+ is not writable \((EEXIST|ENOTDIR)\)/,
    );
  });

  // Root can write everywhere.
  if (process.getuid?.() !== 0)
    test('the data folder is not writable', async () => {
      const path = join(await folder(), 'data');
      await mkdir(path);
      await chmod(path, 0o500);
      expect(await refusal({ DATA_DIR: path })).toMatch(/DATA_DIR cannot be used: .+ is not writable \(EACCES\)/);
    });

  test('the database file is not a database', async () => {
    const dataDir = await folder();
    await writeFile(join(dataDir, 'noek.db'), 'This is a shopping list, not a database. '.repeat(50));
    expect(await refusal({ DATA_DIR: dataDir })).toMatch(/noek\.db cannot be opened \(SQLITE_NOTADB\)/);
  });

  test('a newer version has used the database', async () => {
    const dataDir = await folder();
    const db = openSqlite(join(dataDir, 'noek.db'));
    await db.migrate();
    await db.write((orm) =>
      orm.insert(sqliteTable('__drizzle_migrations', { hash: text(), created_at: integer() })).values({
        hash: 'of 2286',
        created_at: 9_999_999_999_999,
      }),
    );
    await db.close();
    expect(await refusal({ DATA_DIR: dataDir })).toBe(
      'Noek cannot start: A newer version of Noek has already used this database. Start that version again, or restore a backup that this one made.',
    );
  });

  test('a migration fails', async () => {
    const dataDir = await folder();
    const db = openSqlite(join(dataDir, 'noek.db'));
    await db.migrate();
    const log = sqliteTable('__drizzle_migrations', { created_at: integer() });
    const newest = db.orm.select({ at: max(log.created_at) }).from(log);
    // The newest migration runs again then, and what it adds exists already.
    await db.write((orm) => orm.delete(log).where(eq(log.created_at, newest)));
    await db.close();
    expect(await refusal({ DATA_DIR: dataDir })).toMatch(
      /^Noek cannot start: The database could not be changed for this version \(\d{4}_\w+\)\. It is as it was before\. Start the version that you used before, and report this reason: [^\n]+\.$/,
    );
  });

  test('no server is listening at DATABASE_DIRECT_URL', async () => {
    const url = `postgres://noek:secret-word@127.0.0.1:${await port()}/noek`;
    const sentence = await refusal({ DATABASE_URL: url, DATABASE_DIRECT_URL: url });
    expect(sentence).toMatch(/the database of DATABASE_URL and DATABASE_DIRECT_URL cannot be used \(ECONNREFUSED\)/);
    expect(sentence).not.toContain('secret-word');
  });

  test('no server is listening at DATABASE_URL', async () => {
    const sentence = await refusal({ DATABASE_URL: `postgres://noek:secret-word@127.0.0.1:${await port()}/noek` });
    expect(sentence).toMatch(/the database of DATABASE_URL cannot be used \(ECONNREFUSED\)/);
    expect(sentence).not.toContain('secret-word');
  });

  test.each([
    ['PORT', 'abc'],
    ['AI_PROVIDERS', 'nonsense'],
    ['HOST', '192.0.2.1'],
  ])('%s=%s', async (name, value) => {
    expect(await refusal({ [name]: value })).toContain(name);
  });

  test('a second process on the same data', async () => {
    const first = await startServerProcess();
    onTestFinished(() => first.discard());
    expect(await refusal({ DATA_DIR: first.dataDir })).toBe(
      `Noek cannot start: Another Noek process is using ${join(first.dataDir, 'noek.db')}. Stop it first, or set DATA_DIR to another folder.`,
    );
    expect((await fetch(`${first.address}/api/version`)).status).toBe(200);
    expect(await first.stop()).toEqual({ code: 0, signal: null });
  });
});

describe('production', () => {
  const complete = {
    NODE_ENV: 'production',
    CHAT_ORIGIN: 'https://chat.example.com',
    AUTH_ORIGIN: 'https://auth.example.com',
    COMPANY_ORIGIN: 'https://example.com',
    APP_SECRET: 'only-for-tests-0123456789',
    SMTP_URL: 'smtp://127.0.0.1:1',
    HOST: '127.0.0.1',
  };

  test('refuses to start without the required settings', async () => {
    const { SMTP_URL: _, ...rest } = complete;
    expect(await refusal(rest)).toBe('Noek cannot start: SMTP_URL must be set when NODE_ENV is production.');
  });

  test('starts with all required settings, and does not write the secret to the data folder', async () => {
    const server = await startServerProcess(complete);
    onTestFinished(() => server.discard());
    expect(await readdir(server.dataDir)).not.toContain('app-secret');
    expect(server.output.stdout.split('https://chat.example.com')).toHaveLength(2);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  });
});

// Concurrent, because most of the time is spent waiting for answers that do not end.
describe.concurrent('SIGTERM in mid-answer', () => {
  const answering = async (
    { onTestFinished }: TestContext,
    reply: (call: ModelCall) => unknown,
    env: Record<string, string> = {},
  ) => {
    const model = await startModelServer(reply);
    const server = await startServerProcess({ ...model.env, ...env });
    onTestFinished(async () => {
      await server.discard();
      await model.close();
    });
    const guest = remoteCaller(server.address);
    await guest.json('/api/guest/status');
    const sent = await guest.mutate<SendResult>('chat.send', {
      conversationId: null,
      content: 'Tell me',
      clientMessageId: 'one',
    });
    return { model, server, guest, sent };
  };
  const answerOf = async (guest: RemoteCaller, { conversation, assistantMessage }: SendResult) => {
    const messages = await guest.query<Message[]>('chat.messages', { conversationId: conversation.id });
    return messages.find(({ id }) => id === assistantMessage.id);
  };
  async function until<T>(look: () => Promise<T | false | undefined>): Promise<T> {
    for (let tries = 0; tries < 400; tries++) {
      const found = await look();
      if (found) return found;
      await sleep(25);
    }
    throw new Error('It did not come.');
  }

  test('an answer that ends soon is completed first', async (context) => {
    const text = 'one two three four five six seven eight nine ten';
    const { server, guest, sent } = await answering(context, typing(text, 100));
    await until(async () => (await answerOf(guest, sent))?.content);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    await server.startAgain();
    expect(await answerOf(guest, sent)).toMatchObject({ status: 'complete', content: text, error: null });
  });

  test.for([
    ['an error that is not handled', "throw new Error('astray')"],
    ['a rejection that is not handled', "Promise.reject(new Error('astray'))"],
  ])('%s ends the process like SIGTERM, with exit code 1', async ([_, statement = ''], context) => {
    const text = 'one two three four five six seven eight nine ten';
    const onSignal = `data:text/javascript,process.on('SIGUSR2',()=>{${encodeURIComponent(statement)}})`;
    const { server, guest, sent } = await answering(context, typing(text, 100), {
      NODE_OPTIONS: `--import "${onSignal}"`,
    });
    await until(async () => (await answerOf(guest, sent))?.content);
    expect(await server.end('SIGUSR2')).toEqual({ code: 1, signal: null });
    expect(server.output.stdout).toMatch(/"level":60.+"message":"astray".+an error was not handled/);
    await server.startAgain();
    expect(await answerOf(guest, sent)).toMatchObject({ status: 'complete', content: text, error: null });
  });

  test('the text of an endless answer is kept, and its reader is notified', async (context) => {
    const { server, guest, sent } = await answering(context, (call) => call.write('The beginning'));
    const messageId = sent.assistantMessage.id;
    const input = encodeURIComponent(JSON.stringify({ messageId }));
    const reader = (await guest.call(`/api/trpc/chat.events?input=${input}`)).text();
    await until(async () => (await answerOf(guest, sent))?.content);
    // The process exits with code 1 if this takes 10 seconds.
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    expect(await reader).toContain('"status":"interrupted"');
    await server.startAgain();
    expect(await answerOf(guest, sent)).toMatchObject({
      status: 'interrupted',
      content: 'The beginning',
      error: 'The server was restarted while answering.',
    });
  });

  test('an answer without text is handed over and generated by the next process', async (context) => {
    const { model, server, guest, sent } = await answering(context, () => {});
    await until(async () => model.calls.length > 0);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    model.answer = typing('Now it comes.', 0);
    await server.startAgain();
    const answer = await until(async () => {
      const message = await answerOf(guest, sent);
      return message?.status === 'streaming' ? undefined : message;
    });
    expect(answer).toMatchObject({ status: 'complete', content: 'Now it comes.' });
    expect(await guest.query('chat.allowance')).toMatchObject({ remainingMessages: 9 });
  });

  test('Ctrl-C during the shutdown ends the process immediately, another SIGTERM does not', async (context) => {
    const { server, guest, sent } = await answering(context, (call) => call.write('The beginning'));
    await until(async () => (await answerOf(guest, sent))?.content);
    const ended = server.stop();
    // A connection that is kept open still gets answers, and they say that the server is stopping.
    await until(async () => (await fetch(`${server.address}/readyz`).catch(() => null))?.status !== 200);
    process.kill(server.pid, 'SIGTERM');
    process.kill(server.pid, 'SIGINT');
    expect(await ended).toEqual({ code: 1, signal: null });
  });

  test('a second SIGTERM has no effect', async (context) => {
    const { server, guest, sent } = await answering(context, (call) => call.write('The beginning'));
    await until(async () => (await answerOf(guest, sent))?.content);
    const ended = server.stop();
    process.kill(server.pid, 'SIGTERM');
    expect(await ended).toEqual({ code: 0, signal: null });
  });
});
