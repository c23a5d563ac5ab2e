import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { type ServerProcess, startServerProcess } from '../apps/server/src/testing/server-process.ts';
import { maxFileBytes } from '../packages/contract/src/files/limits.ts';

// The examples of deploy/ for nginx, before a real server. Only ports and paths are replaced.

const root = fileURLToPath(new URL('..', import.meta.url));
const [chat, auth, company] = ['chat.example.com', 'auth.example.com', 'example.com'];
/** Debian installs nginx where the PATH of most people does not lead. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };
const missing = ['nginx', 'openssl'].filter((program) => spawnSync(program, ['-v'], { env }).error);

let server: ServerProcess;
let folder = '';
beforeAll(async () => {
  if (missing.length > 0) return;
  folder = mkdtempSync(join(tmpdir(), 'noek-nginx-'));
  // The workers of nginx are another user.
  chmodSync(folder, 0o755);
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    join(folder, 'key.pem'),
  ];
  execFileSync(
    'openssl',
    ['req', '-x509', ...key, '-subj', '/CN=example.com', '-out', join(folder, 'certificate.pem')],
    { stdio: 'ignore' },
  );
  server = await startServerProcess({
    ...{ NODE_ENV: 'production', HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1', SMTP_URL: 'smtp://127.0.0.1:9' },
    ...{ CHAT_ORIGIN: `https://${chat}`, AUTH_ORIGIN: `https://${auth}`, COMPANY_ORIGIN: `https://${company}` },
    APP_SECRET: 'behind-a-proxy-on-this-machine',
  });
  execFileSync(process.execPath, [join(root, 'scripts/seed.ts')], {
    cwd: server.dataDir,
    env: { DATA_DIR: server.dataDir, LOG_LEVEL: 'warn' },
    stdio: 'ignore',
  });
});
afterAll(async () => {
  await server?.discard();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

type Call = { method?: string; host?: string; json?: unknown; body?: Uint8Array; headers?: Record<string, string> };

/** A browser at the proxy on this port, with the cookies of each host. `from`: its address. */
function browser(port: number, from = '127.0.0.1') {
  const jars = new Map<string, Map<string, string>>();

  /** Begins a request. Without `json` and `body`, the caller ends it. */
  function begin(path: string, { method = 'GET', host = chat, json, body, headers = {} }: Call) {
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    const sent = request({
      ...{ host: '127.0.0.1', port, servername: host, localAddress: from, rejectUnauthorized: false, agent: false },
      ...{ path, method },
      headers: {
        host,
        ...(jar.size > 0 && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(body && { 'content-type': 'application/octet-stream', 'content-length': String(body.length) }),
        ...headers,
      },
    });
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      // A proxy that refuses an upload may close the connection before it has read all of it.
      sent.on('response', resolve).on('error', reject);
    });
    if (json !== undefined || body || method === 'GET')
      sent.end(body ?? (json === undefined ? '' : JSON.stringify(json)));
    return { sent, answer };
  }

  async function open(path: string, call: Call = {}): Promise<IncomingMessage> {
    const answer = await begin(path, call).answer;
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jars.get(call.host ?? chat)?.set(name, value);
    }
    return answer;
  }
  return {
    begin,
    open,
    async call(path: string, call: Call = {}): Promise<{ status: number; text: string }> {
      const answer = await open(path, call);
      return { status: answer.statusCode ?? 0, text: await text(answer) };
    },
  };
}

/** Starts nginx with an example. Each process of the example is the server, or, after the first one, a port where nothing listens. */
async function startNginx(file: string): Promise<{ https: number; http: number; child: ChildProcess }> {
  const [https, http, dead] = [await freePort(), await freePort(), await freePort()];
  const example = readFileSync(join(root, file), 'utf8')
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
    .replaceAll('listen 80', `listen 127.0.0.1:${http}`)
    .replaceAll(/127\.0\.0\.1:500[01]/g, `127.0.0.1:${server.port}`)
    .replaceAll('127.0.0.1:5002', `127.0.0.1:${dead}`)
    .replaceAll('/etc/letsencrypt/live/example.com/fullchain.pem', join(folder, 'certificate.pem'))
    .replaceAll('/etc/letsencrypt/live/example.com/privkey.pem', join(folder, 'key.pem'));
  const configuration = join(folder, `${https}.conf`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  // What the packages of nginx write around the files of conf.d.
  writeFileSync(
    configuration,
    `daemon off;
pid ${folder}/${https}.pid;
error_log stderr crit;
events { worker_connections 768; }
http {
access_log off;
${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
${example}
}
`,
  );
  let output = '';
  const child = spawn('nginx', ['-c', configuration, '-e', 'stderr'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    output += part;
  });
  process.once('exit', () => child.kill());
  const answers = async () => expect(await browser(https).call('/healthz')).toMatchObject({ status: 200 });
  await vi.waitFor(answers, { timeout: 20_000 }).catch((error) => {
    child.kill();
    throw new Error(`nginx does not answer: ${error}\n${output}`);
  });
  return { https, http, child };
}

const examples = ['deploy/nginx.conf', 'deploy/several/nginx.conf'];
describe.skipIf(missing.length > 0).each(examples)(
  missing.length > 0 ? `%s (skipped: ${missing.join(' and ')} not installed)` : '%s',
  (file) => {
    let nginx: Awaited<ReturnType<typeof startNginx>>;
    beforeAll(async () => {
      nginx = await startNginx(file);
    });
    afterAll(async () => {
      if (!nginx) return;
      nginx.child.kill('SIGTERM');
      if (nginx.child.exitCode === null) await once(nginx.child, 'close');
    });

    test('words arrive while the answer is written', async () => {
      const guest = browser(nginx.https);
      const stream = await guest.open('/api/guest/chat', {
        method: 'POST',
        json: { message: 'Write an essay of 300 words about the sea' },
        headers: { accept: 'text/event-stream' },
      });
      let arrived = '';
      for await (const part of stream.setEncoding('utf8')) {
        arrived += part;
        if (arrived.includes('event: delta')) break;
      }
      const id = /"conversationId":(\d+)/.exec(arrived)?.[1];
      const { text: messages } = await guest.call(`/api/guest/conversations/${id}/messages`);
      expect(messages).toContain('"status":"streaming"');
    });

    /** A browser in which a person of `scripts/seed.ts` has signed in on a host. */
    async function signedIn(email: string, host: string) {
      const person = browser(nginx.https);
      const json = { email, password: 'lantern-42-quay' };
      expect((await person.call('/api/auth/login', { method: 'POST', host, json })).status).toBe(200);
      return person;
    }

    test('one login is for all three hosts', async () => {
      const person = await signedIn('mira@example.com', auth);
      for (const host of [chat, company]) {
        const returnTo = `https://${host}/`;
        const given = await person.call('/api/auth/generate-cross-domain-token', {
          ...{ method: 'POST', host: auth, json: { returnTo } },
        });
        const { token } = JSON.parse(given.text) as { token: string };
        await person.call('/api/auth/cross-domain-login', { method: 'POST', host, json: { token } });
        expect((await person.call('/api/auth/user', { host })).text).toContain('mira@example.com');
      }
    });

    // Other systems have one loopback address.
    test.runIf(process.platform === 'linux')(
      'callers are told apart by their addresses, and cannot pretend to have another',
      async () => {
        const signIn = async (from: string, pretended: string) => {
          const json = { email: `${nginx.https}@example.com`, password: 'wrong-password' };
          const headers = { 'x-forwarded-for': pretended };
          return (await browser(nginx.https, from).call('/api/auth/login', { method: 'POST', json, headers })).status;
        };
        const [one, other] = examples.indexOf(file) === 0 ? ['127.0.0.2', '127.0.0.3'] : ['127.0.0.4', '127.0.0.5'];
        const statuses: number[] = [];
        for (let i = 0; i < 11; i++) statuses.push(await signIn(one, `198.51.100.${i}`));
        expect(statuses).toEqual([...Array(10).fill(401), 429]);
        expect(await signIn(other, '198.51.100.1')).toBe(401);
      },
    );

    test('a file of the largest size is taken, a larger one is refused', async () => {
      const person = await signedIn('sami@example.com', chat);
      const upload = (bytes: number) =>
        person.call('/api/files?name=sea.txt', { method: 'POST', body: new Uint8Array(bytes).fill(97) });
      expect((await upload(maxFileBytes.person)).status).toBe(201);
      expect((await upload(maxFileBytes.person + 1024)).status).toBe(413);
    });

    test('an archive reaches the server while it is sent', async () => {
      const person = await signedIn('mira@example.com', chat);
      const half = new Uint8Array(8 * 1024 * 1024);
      const headers = { 'content-type': 'application/octet-stream', 'content-length': String(2 * half.length) };
      const { sent, answer } = person.begin('/api/account/import', { method: 'POST', headers });
      answer.catch(() => {});
      sent.write(half);
      const arrived = () =>
        globSync(`${server.dataDir}/archives/*/*.upload`).reduce((sum, upload) => sum + statSync(upload).size, 0);
      await expect.poll(arrived).toBeGreaterThan(half.length / 2);
      sent.destroy();
      await expect.poll(arrived).toBe(0);
    });

    test('metrics and other host names are kept inside, and http leads to https', async () => {
      const visitor = browser(nginx.https);
      expect((await visitor.call('/metrics')).status).toBe(404);
      await expect(visitor.call('/api/version', { host: 'other.example.net' })).rejects.toThrow();
      const [answer] = await once(get({ port: nginx.http, path: '/a?b=c', headers: { host: chat } }), 'response');
      (answer as IncomingMessage).resume();
      expect([answer.statusCode, answer.headers.location]).toEqual([308, `https://${chat}/a?b=c`]);
    });

    test('after a restart of the server, the live stream opens again and the chats are there', async () => {
      const guest = browser(nginx.https);
      const { text: sent } = await guest.call('/api/guest/chat', {
        method: 'POST',
        json: { message: 'What is 6 * 7?' },
      });
      const live = () => guest.open('/api/trpc/chat.live', { headers: { accept: 'text/event-stream' } });
      const before = await live();
      await server.stop();
      await text(before).catch(() => '');
      expect((await guest.call('/api/version')).status).toBe(502);
      await server.startAgain();
      const after = await live();
      onTestFinished(() => void after.destroy());
      expect(String((await once(after, 'data'))[0])).toContain('hello');
      const { conversation } = JSON.parse(sent) as { conversation: { id: number } };
      const { text: messages } = await guest.call(`/api/guest/conversations/${conversation.id}/messages`);
      expect(messages).toContain('What is 6 * 7?');
    });
  },
);
