import { existsSync, globSync, readFileSync } from 'node:fs';
import { matchesGlob, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { environmentVariables } from '../apps/server/src/settings/environment.ts';
import { maxArchiveBytes } from '../packages/contract/src/archive/limits.ts';
import { maxFileBytes } from '../packages/contract/src/files/limits.ts';

// The examples of deploy/ compared with the project. Docker, nginx and Caddy are not needed for it.

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const workspace = parse(read('pnpm-workspace.yaml')) as { nodeVersion: string; packages: string[] };
const manifest = JSON.parse(read('package.json')) as { packageManager: string; scripts: { serve: string } };
/** How the server is started: Node.js's flags and the file. */
const serverArguments = manifest.scripts.serve.split('.bin/node ')[1];

const source = read('deploy/Dockerfile');
const dockerfile = DockerfileParser.parse(source);
const instructions = dockerfile.getInstructions();
const last = (keyword: string) =>
  instructions
    .filter((instruction) => instruction.getKeyword() === keyword)
    .at(-1)
    ?.getArgumentsContent() ?? '';

test('the Dockerfile has no fault that its linter knows', () => {
  expect(validate(source)).toEqual([]);
});

test('the images have the Node.js version of the project, and the build its pnpm', () => {
  const stages = dockerfile.getFROMs().map((from) => ({ image: from.getImage(), name: from.getBuildStage() }));
  const bases = stages.flatMap(({ image }) => (stages.some(({ name }) => name === image) ? [] : image));
  expect(bases.length).toBeGreaterThan(1);
  expect(new Set(bases)).toEqual(new Set([`node:${workspace.nodeVersion}-trixie-slim`]));
  expect(source).toContain(manifest.packageManager);
});

test('everything that the Dockerfile copies exists, and the ignored files are left out of it', () => {
  const ignored = read('deploy/Dockerfile.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const isIgnored = (file: string) =>
    ignored.some((glob) => matchesGlob(file, glob) || matchesGlob(file, `${glob}/**`));
  const sources = dockerfile.getCOPYs().flatMap((copy) => {
    const paths = copy.getArguments().map((argument) => argument.getValue());
    return copy.getFlags().some((flag) => flag.getName() === 'from') ? [] : paths.slice(0, -1);
  });
  expect(sources.length).toBeGreaterThan(10);
  expect(sources.filter((path) => !existsSync(`${root}${path}`) || isIgnored(path))).toEqual([]);
  const secret = [
    '.env',
    '.env.production',
    'deploy/.env',
    'data/noek.db',
    'data/app-secret',
    'apps/server/data/noek.db',
    '.git/config',
  ];
  expect(secret.filter((file) => !isIgnored(file))).toEqual([]);
  const needed = globSync(['apps/*/{src,public,vite}/**', 'packages/*/{src,migrations}/**', 'scripts/**'], {
    cwd: root,
  });
  expect(needed.length).toBeGreaterThan(500);
  expect(needed.filter(isIgnored)).toEqual([]);
});

test('the manifest of each package is there before the packages are installed', () => {
  const manifests = globSync(
    workspace.packages.map((folder) => `${folder}/package.json`),
    { cwd: root },
  );
  const copied = dockerfile.getCOPYs().flatMap((copy) => copy.getArguments().map((argument) => argument.getValue()));
  expect(manifests.filter((file) => !copied.includes(file))).toEqual([]);
});

test('the image has what its scripts import', () => {
  const copied = dockerfile.getCOPYs().flatMap((copy) => copy.getArguments().map((argument) => argument.getValue()));
  const missing = new Set<string>();
  const seen = new Set<string>();
  const waiting = copied.filter((file) => /^scripts\/.+\.ts$/.test(file));
  expect(waiting.length).toBeGreaterThan(2);
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    if (!copied.some((path) => file === path || file?.startsWith(`${path}/`))) missing.add(file);
    for (const [, name = ''] of read(file).matchAll(/^(?:import|export) .*?from '(\.[^']+|@noek\/[^']+)';$/gms)) {
      const inside = /^@noek\/([\w-]+)\/(.+)$/.exec(name);
      waiting.push(inside ? `packages/${inside[1]}/src/${inside[2]}.ts` : posix.join(posix.dirname(file), name));
    }
  }
  expect(seen.size).toBeGreaterThan(200);
  expect([...missing]).toEqual([]);
});

test('the image runs as a person without rights, in the foreground, and asks whether the server is ready', () => {
  expect(last('USER')).toBe('node');
  expect(JSON.parse(last('CMD'))).toEqual(['node', ...(serverArguments ?? '').split(' ')]);
  expect(last('HEALTHCHECK')).toMatch(/127\.0\.0\.1:\$\{process\.env\.PORT\}\/readyz`/);
  expect(read('apps/server/src/app.ts')).toContain("'/readyz'");
  const names = [...last('ENV').matchAll(/(\w+)=/g)].map(([, name]) => name);
  expect(names).toEqual(['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR']);
  expect(last('ENV')).toContain(`DATA_DIR=${last('VOLUME')}`);
  expect(last('ENV')).toContain(`PORT=${last('EXPOSE')}`);
});

type Service = {
  environment: Record<string, string>;
  volumes: string[];
  depends_on?: Record<string, unknown>;
  networks: string[];
  ports?: string[];
};

test('Compose sets only settings that exist, and the names in it fit together', () => {
  const { services, volumes, networks } = parse(read('deploy/compose.yaml')) as {
    services: Record<'noek' | 'postgres' | 'proxy', Service>;
    volumes: object;
    networks: { inside: { ipam: { config: { subnet: string }[] } } };
  };
  const { noek, proxy } = services;
  expect(Object.keys(noek.environment).filter((name) => !environmentVariables.includes(name))).toEqual([]);
  expect(noek.environment.TRUST_PROXY).toBe(networks.inside.ipam.config[0]?.subnet);
  expect(noek.environment.DATABASE_URL).toMatch(/@postgres:5432\/noek$/);
  expect(proxy.environment.NOEK_ADDRESS).toBe(`noek:${noek.environment.PORT}`);
  expect(read('deploy/Caddyfile')).toContain('{$NOEK_ADDRESS:127.0.0.1:5000}');
  // Only the proxy can be reached from outside.
  expect(Object.entries(services).flatMap(([name, { ports }]) => (ports ? name : []))).toEqual(['proxy']);
  for (const service of Object.values(services)) {
    for (const name of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(name);
    for (const volume of service.volumes) {
      const [from = ''] = volume.split(':');
      if (from.startsWith('./')) expect(existsSync(`${root}deploy/${from}`)).toBe(true);
      expect(from.startsWith('./') || from in volumes).toBe(true);
    }
  }
});

test('the systemd unit starts the server as npm run serve does, and waits until it has stopped', () => {
  const unit = read('deploy/noek.service');
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  expect(value('ExecStart')).toBe(`${value('WorkingDirectory')}/node_modules/.bin/node ${serverArguments}`);
  const exitAfterMs = Number(/exitAfterMs = ([\d_]+)/.exec(read('apps/server/src/main.ts'))?.[1]?.replace('_', ''));
  expect(Number(value('TimeoutStopSec')) * 1000).toBeGreaterThan(exitAfterMs);
  expect(value('User')).toBe('noek');
  const names = value('Environment')
    .split(' ')
    .map((setting) => setting.split('=')[0] ?? '');
  expect(names.filter((name) => !environmentVariables.includes(name))).toEqual([]);
  expect(value('Environment')).toContain(`DATA_DIR=/var/lib/${value('StateDirectory')}`);
});

test.each(['deploy/nginx.conf', 'deploy/Caddyfile'])(
  '%s lets the largest archive and the largest file through, waits for the longest answer and hides the metrics',
  (file) => {
    const text = read(file);
    const sizes = [...text.matchAll(/(?:client_max_body_size|max_size) (\d+)(g;|m;|GiB|MiB)/g)];
    const [largestArchive, largestFile] = sizes.map(
      ([, size, unit]) => Number(size) * 1024 ** (unit?.toLowerCase().startsWith('g') ? 3 : 2),
    );
    expect(largestArchive).toBeGreaterThanOrEqual(maxArchiveBytes);
    expect(largestFile).toBeGreaterThan(maxFileBytes.person);
    expect(text).toMatch(/read_timeout 6m/);
    expect(text).toMatch(/\/metrics/);
    for (const name of ['chat', 'auth', 'www'].map((label) => `${label}.example.com`)) expect(text).toContain(name);
  },
);

test('the systemd unit of several processes is that of one, with a port for each', () => {
  const lines = (file: string) =>
    read(file)
      .split('\n')
      .filter((line) => !line.startsWith('#'));
  const withPort = lines('deploy/noek.service').map((line) => {
    if (line.startsWith('Description=')) return `${line}, on port %i`;
    return line.startsWith('Environment=') ? `${line} PORT=%i` : line;
  });
  expect(lines('deploy/noek@.service')).toEqual(withPort);
});

const several = ['deploy/several/nginx.conf', 'deploy/several/Caddyfile', 'deploy/several/haproxy.cfg'];
test.each(several)('%s leads people by a cookie of the domain to one of two processes', (file) => {
  const text = read(file);
  for (const address of ['127.0.0.1:5001', '127.0.0.1:5002']) expect(text).toContain(address);
  for (const name of ['chat', 'auth', 'www'].map((label) => `${label}.example.com`)) expect(text).toContain(name);
  expect(text).toContain('noek_process');
  expect(text).toMatch(/domain[ =]example\.com/i);
  for (const flag of [/httponly/i, /secure/i, /samesite=lax/i]) expect(text).toMatch(flag);
});

test.each(several)(
  '%s waits for the longest answer, leaves the size of uploads to Noek and hides the metrics',
  (file) => {
    const text = read(file);
    expect(text).toMatch(/(read_timeout|timeout server) 6m/);
    expect(text).not.toMatch(/max_size|client_max_body_size [^0]/);
    expect(text).toMatch(/\/metrics/);
  },
);
