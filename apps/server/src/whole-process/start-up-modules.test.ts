import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const compileCache = fileURLToPath(new URL('../../../../node_modules/.cache/noek-server', import.meta.url));

/** The packages whose modules are loaded by the import of a module. */
function packagesOf(module: string): string[] {
  const script = `
    const { registerHooks } = require('node:module');
    const found = new Set();
    registerHooks({
      load(url, context, next) {
        const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
        if (name) found.add(name);
        return next(url, context);
      },
    });
    import(process.argv[1]).then(() => console.log(JSON.stringify([...found])));`;
  const { stdout } = spawnSync(process.execPath, ['-e', script, fileURLToPath(new URL(module, import.meta.url))], {
    encoding: 'utf8',
    env: { NODE_COMPILE_CACHE: compileCache },
  });
  return JSON.parse(stdout);
}

test('a server without a model, a mail server, PostgreSQL and Stripe loads none of their packages', () => {
  const packages = packagesOf('../deps.ts');
  expect(packages).toEqual(expect.arrayContaining(['better-sqlite3', 'drizzle-orm', 'pino']));
  for (const unused of ['openai', 'nodemailer', 'pg', 'stripe']) expect(packages).not.toContain(unused);
});

test('the packages of MCP are loaded with the first request of it', () => {
  const packages = packagesOf('../app.ts');
  expect(packages).toContain('hono');
  expect(packages.filter((name) => name.startsWith('@modelcontextprotocol'))).toEqual([]);
});
