import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'noek-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const secret = 'only-for-tests-0123456789';
const read = (env: Record<string, string | undefined> = {}) =>
  readConfig({ DATA_DIR: dataDir, APP_SECRET: secret, ...env });

const production = {
  NODE_ENV: 'production',
  CHAT_ORIGIN: 'https://chat.example.com',
  AUTH_ORIGIN: 'https://auth.example.com',
  COMPANY_ORIGIN: 'https://example.com',
  APP_SECRET: secret,
  SMTP_URL: 'smtps://user:word@mail.example.com',
};

function refusal(env: Record<string, string | undefined>): string {
  try {
    read(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('These settings were accepted.');
}

describe('on a fresh machine', () => {
  test('nothing needs to be set', () => {
    expect(readConfig({ APP_SECRET: secret })).toMatchObject({
      production: false,
      version: '1.5.0',
      port: 5000,
      host: '127.0.0.1',
      origins: {
        chat: 'http://chat.noek.localhost:5000',
        auth: 'http://auth.noek.localhost:5000',
        company: 'http://noek.localhost:5000',
      },
      allowLocalhost: true,
      dataDir: resolve('data'),
      databaseUrl: `file:${resolve('data/noek.db')}`,
      postgres: { directUrl: undefined, poolSize: 20 },
      secret,
      trustProxy: [],
      testLogin: true,
      adminEmail: null,
      supportEmail: 'support@noek.example',
      donationUrl: null,
      ai: { providers: [] },
      guestMessageLimit: 10,
      guestIpDailyLimit: 100,
      smtpUrl: null,
      mailFrom: 'Noek <noek@noek.example>',
      logLevel: 'info',
      maxConcurrentGenerations: 512,
    });
  });

  test('the three origins and the database follow PORT and DATA_DIR', () => {
    const { origins, databaseUrl } = read({ PORT: '8123' });
    expect(Object.values(origins).map((origin) => new URL(origin).port)).toEqual(['8123', '8123', '8123']);
    expect(databaseUrl).toBe(`file:${join(dataDir, 'noek.db')}`);
  });

  test('an empty variable counts as unset', () => {
    const empty = {
      PORT: '',
      CHAT_ORIGIN: '',
      AI_PROVIDERS: '',
      DATABASE_URL: '',
      SMTP_URL: ' ',
      ENABLE_TEST_LOGIN: '',
    };
    expect(read(empty)).toEqual(read());
  });
});

test('origins that cannot serve three sites are reported outside production', () => {
  const one = 'http://10.0.0.7:5000';
  expect(read({ CHAT_ORIGIN: one, AUTH_ORIGIN: one }).problemOfOrigins).toMatch(/^CHAT_ORIGIN and AUTH_ORIGIN/);
  expect(read({}).problemOfOrigins).toBeNull();
});

test('a direct address needs a database on PostgreSQL', () => {
  const DATABASE_DIRECT_URL = 'postgres://noek@db.example.com:5432/noek';
  const DATABASE_URL = 'postgres://noek@pooler.example.com:6432/noek';
  expect(() => read({ DATABASE_DIRECT_URL })).toThrow(/^DATABASE_DIRECT_URL has no effect without a DATABASE_URL/);
  expect(read({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_POOL_SIZE: '7' })).toMatchObject({
    databaseUrl: DATABASE_URL,
    postgres: { directUrl: DATABASE_DIRECT_URL, poolSize: 7 },
  });
});

describe('the secret', () => {
  test('is generated once, stored in DATA_DIR, and readable only by its owner', () => {
    const first = read({ APP_SECRET: undefined }).secret;
    const file = join(dataDir, 'app-secret');
    expect(Buffer.from(first, 'base64url')).toHaveLength(32);
    expect(readFileSync(file, 'utf8')).toBe(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(read({ APP_SECRET: undefined }).secret).toBe(first);
  });

  test('differs for each DATA_DIR, and a missing DATA_DIR is created', () => {
    const other = join(dataDir, 'deep', 'er');
    expect(read({ APP_SECRET: undefined, DATA_DIR: other }).secret).not.toBe(read({ APP_SECRET: undefined }).secret);
    expect(existsSync(other)).toBe(true);
  });

  test('from the environment takes precedence, and no file is written', () => {
    expect(read().secret).toBe(secret);
    expect(existsSync(join(dataDir, 'app-secret'))).toBe(false);
  });

  test('a DATA_DIR that cannot be written to is refused in one sentence', () => {
    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    expect(refusal({ APP_SECRET: undefined, DATA_DIR: join(file, 'below') })).toMatch(
      /^DATA_DIR cannot be used: .*below is not writable \(\w+\)\.$/,
    );
  });
});

describe('in production', () => {
  test.each(['CHAT_ORIGIN', 'AUTH_ORIGIN', 'COMPANY_ORIGIN', 'APP_SECRET', 'SMTP_URL'])('%s must be set', (name) => {
    for (const value of [undefined, ''])
      expect(refusal({ ...production, [name]: value })).toBe(`${name} must be set when NODE_ENV is production.`);
  });

  test('the server listens on every address, without test login or redirects to localhost', () => {
    expect(read(production)).toMatchObject({
      production: true,
      host: '0.0.0.0',
      testLogin: false,
      allowLocalhost: false,
      smtpUrl: production.SMTP_URL,
    });
    expect(existsSync(join(dataDir, 'app-secret'))).toBe(false);
  });

  test('redirects to localhost can be allowed, a test login cannot', () => {
    expect(read({ ...production, ALLOW_LOCALHOST_RETURN: 'true' }).allowLocalhost).toBe(true);
    expect(read({ ...production, ENABLE_TEST_LOGIN: 'false' }).testLogin).toBe(false);
    expect(refusal({ ...production, ENABLE_TEST_LOGIN: '1' })).toBe(
      'ENABLE_TEST_LOGIN cannot be used when NODE_ENV is production.',
    );
  });

  test.each(['CHAT_ORIGIN', 'AUTH_ORIGIN', 'COMPANY_ORIGIN'])('%s must be https', (name) => {
    for (const value of ['http://other.example.com', 'http://localhost:5000'])
      expect(refusal({ ...production, [name]: value })).toBe(
        `${name} must start with https:// when NODE_ENV is production.`,
      );
  });

  test.each([
    ['CHAT_ORIGIN', 'AUTH_ORIGIN'],
    ['CHAT_ORIGIN', 'COMPANY_ORIGIN'],
    ['AUTH_ORIGIN', 'COMPANY_ORIGIN'],
  ] as const)('%s and %s must be different, however they are written', (name, other) => {
    for (const value of [production[other], `${production[other].toUpperCase()}:443/`])
      expect(refusal({ ...production, [name]: value })).toBe(`${name} and ${other} must be different.`);
  });

  test('an origin with www. is refused', () => {
    expect(refusal({ ...production, COMPANY_ORIGIN: 'https://www.example.com' })).toBe(
      'COMPANY_ORIGIN must be example.com, without www., because www. leads to the bare host.',
    );
  });

  test('the APP_SECRET of .env.example is refused', () => {
    const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
    const [, known = ''] = /^#APP_SECRET=(.+)$/m.exec(example) ?? [];
    expect(known.length).toBeGreaterThanOrEqual(16);
    expect(read({ APP_SECRET: known }).secret).toBe(known);
    for (const value of [known, ` ${known} `, 'REPLACE-ME-REPLACE-ME'])
      expect(refusal({ ...production, APP_SECRET: value })).toBe(
        'APP_SECRET must be random characters of your own when NODE_ENV is production, not those of .env.example.',
      );
  });

  test.each([
    '0.0.0.0/0',
    '::/0',
    '10.1.2.3/0',
    '0.0.0.0/1',
    '128.0.0.0/1',
    '64.0.0.0/7',
    '::/1',
    '2000::/3',
    '::ffff:0:0/96',
    '::ffff:128.0.0.0/97',
  ])('TRUST_PROXY with a range that covers everyone (%s) is refused, also in a list', (range) => {
    for (const value of [range, `127.0.0.1, ${range}`])
      expect(refusal({ ...production, TRUST_PROXY: value })).toBe(
        `TRUST_PROXY must name your own proxies when NODE_ENV is production: with ${range} any caller could pretend to be another.`,
      );
    expect(read({ TRUST_PROXY: range }).trustProxy).toEqual([range]);
  });

  test.each(['true', '*', 'all', '1', 'loopback', '0.0.0.0/0.0.0.0'])('TRUST_PROXY=%s is not an address', (value) => {
    expect(refusal({ ...production, TRUST_PROXY: value })).toBe(
      'TRUST_PROXY cannot be used: must be addresses such as 127.0.0.1, 10.0.0.0/8.',
    );
  });

  test.each(['10.0.0.0/8', '172.16.0.0/12', 'fc00::/7', '2001:db8::/32', '203.0.113.7', '::ffff:10.0.0.0/104'])(
    'TRUST_PROXY=%s is accepted',
    (value) => {
      expect(read({ ...production, TRUST_PROXY: value }).trustProxy).toEqual([value]);
    },
  );

  test('HOST can be set', () => {
    expect(read({ ...production, HOST: '127.0.0.1' }).host).toBe('127.0.0.1');
  });
});

test.each([
  ['PORT', 'abc', 'must be a whole number'],
  ['PORT', '80.5', 'must be a whole number'],
  ['PORT', '-1', 'must not be negative'],
  ['PORT', '70000', 'must be at most 65535'],
  ['CHAT_ORIGIN', 'chat.example.com', 'must be an origin such as https://chat.example.com'],
  ['AUTH_ORIGIN', 'https://auth.example.com/login', 'must be an origin such as https://chat.example.com'],
  ['COMPANY_ORIGIN', 'ftp://example.com', 'must be an origin such as https://chat.example.com'],
  ['DATABASE_URL', 'mysql://localhost/noek', 'must start with file: or postgres://'],
  ['DATABASE_DIRECT_URL', 'file:noek.db', 'must start with postgres://'],
  ['DATABASE_POOL_SIZE', '1', 'must be at least 2'],
  ['DATABASE_POOL_SIZE', '1001', 'must be at most 1000'],
  ['APP_SECRET', 'short', 'needs at least 16 characters'],
  ['TRUST_PROXY', 'proxy.example.com', 'must be addresses such as 127.0.0.1, 10.0.0.0/8'],
  ['TRUST_PROXY', '127.0.0.1, 10.0.0.0/33', 'must be addresses such as 127.0.0.1, 10.0.0.0/8'],
  ['TRUST_PROXY', 'fe80::1%eth0', 'must be addresses such as 127.0.0.1, 10.0.0.0/8'],
  ['ALLOW_LOCALHOST_RETURN', 'yes', 'must be true or false'],
  ['ENABLE_TEST_LOGIN', 'on', 'must be true or false'],
  ['ADMIN_EMAIL', 'ada', 'must be an email address'],
  ['SUPPORT_EMAIL', 'help', 'must be an email address'],
  ['DONATION_URL', 'give', 'must be an http or https address'],
  ['DONATION_URL', 'javascript:alert(1)', 'must be an http or https address'],
  ['AI_PROVIDERS', '{', 'must be JSON: [{ "name", "baseUrl", "apiKey", "model" }]'],
  ['GUEST_MESSAGE_LIMIT', '-1', 'must not be negative'],
  ['GUEST_IP_DAILY_LIMIT', 'many', 'must be a whole number'],
  ['SMTP_URL', 'mail.example.com', 'must start with smtp:// or smtps://'],
  ['MAX_CONCURRENT_GENERATIONS', '0', 'must be at least 1'],
  ['MOST_PROMPT_TOKENS', '-1', 'must be at least 4000'],
  ['LOCAL_MODEL_PORTS', 'Ollama', 'must be names with ports, such as Ollama:11434,vLLM:8000'],
  ['LOCAL_MODEL_PORTS', 'vLLM:99999', 'must be names with ports, such as Ollama:11434,vLLM:8000'],
])('%s=%s is refused in one sentence that names the variable', (name, value, reason) => {
  expect(refusal({ [name]: value })).toBe(`${name} cannot be used: ${reason}.`);
});

test('an unknown log level is refused with a list of the valid ones', () => {
  expect(refusal({ LOG_LEVEL: 'loud' })).toMatch(/^LOG_LEVEL cannot be used: .*"trace".*"silent"\.$/);
});

test('TRUST_PROXY accepts IPv4 and IPv6 addresses and ranges', () => {
  expect(read({ TRUST_PROXY: ' 127.0.0.1,10.0.0.0/8, ::1 ,fd00::/8,' }).trustProxy).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    '::1',
    'fd00::/8',
  ]);
});

test('trailing slashes of origins are removed, and email addresses are lower-cased', () => {
  expect(read({ CHAT_ORIGIN: 'https://Chat.Example.com/', ADMIN_EMAIL: 'Ada@Example.com' })).toMatchObject({
    origins: { chat: 'https://chat.example.com' },
    adminEmail: 'ada@example.com',
  });
});

describe('model providers', () => {
  const names = (env: Record<string, string>) => read(env).ai.providers.map(({ name }) => name);

  test('providers with a key are tried in a fixed order, regardless of the order in the environment', () => {
    const keys = ['OPENROUTER', 'GROQ', 'XAI', 'GEMINI', 'ANTHROPIC', 'OPENAI'];
    const env = Object.fromEntries(keys.map((name) => [`${name}_API_KEY`, 'k']));
    expect(names(env)).toEqual(['OpenAI', 'Anthropic', 'Gemini', 'xAI', 'Groq', 'OpenRouter']);
  });

  test('a key alone is enough, and the address and model can be changed', () => {
    expect(read({ GROQ_API_KEY: ' key ' }).ai.providers).toEqual([
      {
        ...{ name: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', apiKey: 'key', model: 'openai/gpt-oss-120b' },
        ...{ prefix: 'GROQ', picks: 'GROQ' },
      },
    ]);
    const changed = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_MODEL: 'small' };
    expect(read(changed).ai.providers).toEqual([
      { name: 'OpenAI', baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'key', model: 'small', prefix: 'OPENAI' },
    ]);
    expect(refusal({ ...changed, OPENAI_MODEL: 'my model' })).toBe(
      'OPENAI_MODEL cannot be used: must not have spaces.',
    );
  });

  test('an address or a model without a key has no effect', () => {
    expect(names({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_MODEL: 'small', GROQ_API_KEY: ' ' })).toEqual([]);
  });

  test('an invalid address is refused with its variable', () => {
    expect(refusal({ XAI_API_KEY: 'key', XAI_BASE_URL: 'api.x.ai' })).toBe(
      'XAI_BASE_URL cannot be used: must be an http or https address.',
    );
  });

  test('an address without http:// is refused', () => {
    const provider = { name: 'here', baseUrl: 'localhost:11434/v1', model: 'llama3.2' };
    expect(refusal({ AI_PROVIDERS: JSON.stringify([provider]) })).toBe(
      'AI_PROVIDERS.0.baseUrl cannot be used: must be an http or https address.',
    );
    expect(refusal({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: provider.baseUrl })).toBe(
      'OPENAI_BASE_URL cannot be used: must be an http or https address.',
    );
  });

  test('AI_PROVIDERS keeps its order and replaces the keys', () => {
    const list = [
      { name: 'Second choice', baseUrl: 'https://b.example/v1', apiKey: 'b', model: 'm', premiumModel: 'm-large' },
      { name: 'First choice', baseUrl: 'https://a.example/v1', model: 'm', headers: { 'X-Team': 'noek' } },
    ];
    const { providers } = read({ AI_PROVIDERS: JSON.stringify(list), OPENAI_API_KEY: 'key' }).ai;
    expect(providers).toEqual([list[0], { ...list[1], apiKey: '' }]);
  });

  test('a provider may offer several models, name their context window and say whether they take pictures', () => {
    const one = { name: 'A', baseUrl: 'https://a.example/v1', apiKey: '', model: 'm' };
    const list = [{ ...one, models: ['m-small', ' m-new '], contextTokens: 8_000 }];
    expect(read({ AI_PROVIDERS: JSON.stringify(list) }).ai.providers).toEqual([
      { ...one, models: ['m-small', 'm-new'], contextTokens: 8_000 },
    ]);
    for (const vision of [true, false])
      expect(read({ AI_PROVIDERS: JSON.stringify([{ ...one, vision }]) }).ai.providers).toEqual([{ ...one, vision }]);
    const refused = (more: object) => refusal({ AI_PROVIDERS: JSON.stringify([{ ...one, ...more }]) });
    expect(refused({ vision: 'yes' })).toBe('AI_PROVIDERS.0.vision cannot be used: must be true or false.');
    for (const api of ['chat', 'responses', 'auto'])
      expect(read({ AI_PROVIDERS: JSON.stringify([{ ...one, api }]) }).ai.providers).toEqual([{ ...one, api }]);
    expect(refused({ api: 'assistants' })).toBe(
      'AI_PROVIDERS.0.api cannot be used: must be "chat", "responses" or "auto".',
    );
    expect(refused({ contextTokens: 100 })).toBe('AI_PROVIDERS.0.contextTokens cannot be used: must be at least 2000.');
    expect(refused({ models: ['m', ''] })).toMatch(/^AI_PROVIDERS\.0\.models\.1 cannot be used: .+\.$/);
    expect(refused({ models: 'm' })).toMatch(/^AI_PROVIDERS\.0\.models cannot be used: .+\.$/);
    expect(refused({ model: 'm'.repeat(201) })).toMatch(/^AI_PROVIDERS\.0\.model cannot be used: .+\.$/);
  });

  test('an error in AI_PROVIDERS is reported with its place', () => {
    const good = { name: 'A', baseUrl: 'https://a.example/v1', model: 'm' };
    expect(refusal({ AI_PROVIDERS: JSON.stringify([good, { ...good, baseUrl: 'b.example' }]) })).toMatch(
      /^AI_PROVIDERS\.1\.baseUrl cannot be used: .+\.$/,
    );
    expect(refusal({ AI_PROVIDERS: JSON.stringify(good) })).toMatch(/^AI_PROVIDERS cannot be used: .+\.$/);
  });
});

describe('payments', () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_1a2b',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1a2b',
    STRIPE_WEBHOOK_SECRET: 'whsec_1a2b',
    STRIPE_PRICE_ID: 'price_1a2b',
  };

  test('without keys the sandbox takes them, and production none', () => {
    expect(read().payments).toEqual({ provider: 'sandbox' });
    expect(read(production).payments).toEqual({ provider: 'none' });
  });

  test('with all keys Stripe takes them, even in production and on another host', () => {
    const settings = { provider: 'stripe', secretKey: 'sk_test_1a2b', webhookSecret: 'whsec_1a2b' };
    expect(read(stripe).payments).toMatchObject({ ...settings, apiUrl: null });
    expect(read({ ...production, ...stripe, STRIPE_API_URL: 'http://127.0.0.1:4242' }).payments).toMatchObject({
      ...settings,
      apiUrl: 'http://127.0.0.1:4242',
    });
  });

  test.each(Object.keys(stripe))('a missing or blank %s is refused with a sentence', (name) => {
    for (const env of [stripe, { ...production, ...stripe }])
      for (const value of [undefined, '', '  '])
        expect(refusal({ ...env, [name]: value })).toBe(
          `STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID must be set together; ${name} must still be set.`,
        );
  });

  test.each(Object.keys(stripe))('%s with the value of another variable is refused, and no value is quoted', (name) => {
    const refused = refusal({ ...stripe, [name]: 'prod_secret123' });
    expect(refused).toBe(`${name} cannot be used: this is not the value that Stripe shows for it.`);
    expect(refused).not.toContain('secret123');
  });

  test('a test key and a live key do not go together', () => {
    expect(refusal({ ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_1a2b' })).toBe(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys.',
    );
  });

  test('STRIPE_API_URL needs the keys, and a connection that cannot be intercepted', () => {
    expect(refusal({ STRIPE_API_URL: 'https://stripe.example' })).toMatch(/must be set together/);
    expect(refusal({ ...stripe, STRIPE_API_URL: 'http://stripe.example' })).toBe(
      'STRIPE_API_URL cannot be used: must be an https address (http only for a service on this machine).',
    );
  });

  test('production refuses the secrets of .env.example, which are public', () => {
    for (const [name, value] of [
      ['STRIPE_SECRET_KEY', 'sk_test_replaceme'],
      ['STRIPE_WEBHOOK_SECRET', 'whsec_replaceme'],
    ] as const)
      expect(refusal({ ...production, ...stripe, [name]: value })).toBe(
        `${name} must be your own when NODE_ENV is production, not that of .env.example.`,
      );
  });
});
