import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../apps/server/src/testing/free-port.ts';

export const proxyNames = ['nginx', 'caddy', 'haproxy'] as const;
export type ProxyName = (typeof proxyNames)[number];

/** A proxy that runs with the example of deploy/ for several processes. */
export type RunningProxy = {
  /** Where it takes https and http, on 127.0.0.1. */
  ports: { https: number; http: number };
  /** The last lines of what it printed. */
  output(): string;
  end(): Promise<void>;
};

type Places = { folder: string; https: number; http: number };
type Program = {
  version: string[];
  example: string;
  /** Texts of the example, and what each is replaced with: ports and paths. */
  replaced(places: Places): readonly (readonly [from: string | RegExp, to: string])[];
  /** The whole configuration, around the example. */
  whole?(example: string, places: Places): string;
  run(configuration: string): string[];
};

const programs: Record<ProxyName, Program> = {
  nginx: {
    version: ['-v'],
    example: 'nginx.conf',
    replaced: ({ folder, https, http }) => [
      [/listen 443 ssl/g, `listen 127.0.0.1:${https} ssl`],
      [/listen 80/g, `listen 127.0.0.1:${http}`],
      ['/etc/letsencrypt/live/example.com/fullchain.pem', join(folder, 'certificate.pem')],
      ['/etc/letsencrypt/live/example.com/privkey.pem', join(folder, 'key.pem')],
    ],
    // What the packages of nginx write around the files of conf.d.
    whole: (example, { folder }) => `daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
worker_processes 2;
events { worker_connections 768; }
http {
access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
${example}
}
`,
    run: (configuration) => ['-c', configuration, '-e', 'stderr'],
  },
  caddy: {
    version: ['version'],
    example: 'Caddyfile',
    replaced: () => [],
    whole: (example, { folder, https, http }) => `{
	admin off
	http_port ${http}
	https_port ${https}
	default_bind 127.0.0.1
	storage file_system ${folder}/caddy
	local_certs
	skip_install_trust
}
${example}`,
    run: (configuration) => ['run', '--adapter', 'caddyfile', '--config', configuration],
  },
  haproxy: {
    version: ['-v'],
    example: 'haproxy.cfg',
    replaced: ({ folder, https, http }) => [
      ['bind :443', `bind 127.0.0.1:${https}`],
      ['bind :80', `bind 127.0.0.1:${http}`],
      ['/etc/haproxy/noek.pem', join(folder, 'both.pem')],
      // Only root can become another user.
      [/^ {2}(user|group) haproxy\n/gm, process.getuid?.() === 0 ? '  $1 haproxy\n' : ''],
    ],
    run: (configuration) => ['-db', '-f', configuration],
  },
};

/** Debian installs nginx and HAProxy where the PATH of most people does not lead. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };

/** The version of a proxy of this machine; null if it is not installed. */
export function versionOf(name: ProxyName): string | null {
  const { error, stdout, stderr } = spawnSync(name, programs[name].version, { env, encoding: 'utf8' });
  return error ? null : (/\d+\.\d+[\w.+~-]*/.exec(stdout + stderr)?.[0] ?? 'of an unknown version');
}

const mostLines = 20;

/** The proxies that could not be ended otherwise when this process ends. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a proxy before the Noek processes on these two ports. Resolves when it answers; rejects with what it printed. */
export async function startProxy(name: ProxyName, [first, second]: readonly number[]): Promise<RunningProxy> {
  const program = programs[name];
  const folder = mkdtempSync(join(tmpdir(), `noek-${name}-`));
  // The workers of nginx and HAProxy are other users.
  chmodSync(folder, 0o755);
  makeCertificate(folder);
  const places = { folder, https: await freePort(), http: await freePort() };
  let text = readFileSync(new URL(`../../deploy/several/${program.example}`, import.meta.url), 'utf8');
  const processes = [
    [/127\.0\.0\.1:5001/g, `127.0.0.1:${first}`],
    [/127\.0\.0\.1:5002/g, `127.0.0.1:${second}`],
  ] as const;
  for (const [from, to] of [...processes, ...program.replaced(places)]) {
    if (text.search(from) < 0) throw new Error(`${program.example} does not contain ${from}.`);
    text = text.replaceAll(from, to);
  }
  const configuration = join(folder, program.example);
  writeFileSync(configuration, program.whole?.(text, places) ?? text);

  let output = '';
  const child = spawn(name, program.run(configuration), {
    env: { ...env, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      output = (output + part).split('\n').slice(-mostLines).join('\n');
    });
  const ended = once(child, 'close');
  const end = async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(late);
    running.delete(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilAnswering(places.https, () => child.exitCode !== null);
  } catch (error) {
    await end();
    throw new Error(`${name}: ${(error as Error).message}\n${output}`);
  }
  return { ports: places, output: () => output, end };
}

function makeCertificate(folder: string): void {
  const [certificate, key] = ['certificate.pem', 'key.pem'].map((file) => join(folder, file)) as [string, string];
  const names = ['chat.example.com', 'auth.example.com', 'example.com', 'www.example.com'];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=example.com', '-addext', `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: ['ignore', 'ignore', 'ignore'] },
  );
  writeFileSync(join(folder, 'both.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'), {
    mode: 0o600,
  });
}

/** Waits until Noek is reached, which takes Caddy a certificate and HAProxy a first health check. */
async function untilAnswering(port: number, hasEnded: () => boolean): Promise<void> {
  const host = 'chat.example.com';
  for (let i = 0; i < 400; i++) {
    if (hasEnded()) throw new Error('it ended at once');
    const status = await new Promise<number>((resolve) => {
      request(
        { host: '127.0.0.1', port, servername: host, path: '/healthz', rejectUnauthorized: false, headers: { host } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      )
        .on('error', () => resolve(0))
        .end();
    });
    if (status === 200) return;
    await sleep(50);
  }
  throw new Error('it did not answer within 20 seconds');
}
