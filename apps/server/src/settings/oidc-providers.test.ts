import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const acme = {
  id: 'acme',
  name: 'Acme',
  issuer: 'https://id.acme.example',
  clientId: 'noek',
  clientSecret: 'only-for-tests',
};
const read = (providers: unknown, more: Record<string, string> = {}) =>
  readConfig({ APP_SECRET: 'only-for-tests-0123456789', OIDC_PROVIDERS: JSON.stringify(providers), ...more })
    .companySignIn;
const problemOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'none';
};

test('a provider has defaults for everything that it may leave out', () => {
  expect(read([acme])).toEqual({
    only: false,
    providers: [{ ...acme, scopes: 'openid email profile', groupsClaim: 'groups', trustEmail: false }],
  });
  expect(readConfig({ APP_SECRET: 'only-for-tests-0123456789' }).companySignIn).toEqual({ only: false, providers: [] });
});

test('domains are compared in small letters and in ASCII', () => {
  expect(read([{ ...acme, domains: ['Acme.EXAMPLE', 'Bücher.example'] }]).providers[0]?.domains).toEqual([
    'acme.example',
    'xn--bcher-kva.example',
  ]);
});

describe('a mistake is a sentence that names the setting', () => {
  test.each<[string, () => unknown, string]>([
    [
      'no JSON',
      () => readConfig({ OIDC_PROVIDERS: 'acme' }),
      'OIDC_PROVIDERS cannot be used: must be JSON: [{ "id", "name", "issuer", "clientId", "clientSecret" }].',
    ],
    [
      'no list',
      () => read(acme),
      'OIDC_PROVIDERS cannot be used: must be JSON: [{ "id", "name", "issuer", "clientId", "clientSecret" }].',
    ],
    [
      'a missing field',
      () => read([{ ...acme, clientId: undefined }]),
      'OIDC_PROVIDERS.0.clientId cannot be used: is missing.',
    ],
    [
      'a misspelt field',
      () => read([{ ...acme, adminGroup: ['a'] }]),
      'OIDC_PROVIDERS.0 cannot be used: has fields that do not belong to it.',
    ],
    [
      'an id that is given twice',
      () => read([acme, { ...acme, name: 'Other' }]),
      'OIDC_PROVIDERS cannot be used: the id "acme" is given twice.',
    ],
    ...['a/b', '..', 'Acme', 'a b', 'a?b'].map(
      (id) =>
        [
          `the id "${id}", which is no part of an address`,
          () => read([{ ...acme, id }]),
          'OIDC_PROVIDERS.0.id cannot be used: must be small letters, digits, "-" and "_", because it is part of an address.',
        ] satisfies [string, () => unknown, string],
    ),
    [
      'an issuer over http',
      () => read([{ ...acme, issuer: 'http://id.acme.example' }]),
      'OIDC_PROVIDERS.0.issuer cannot be used: must be an https address (http only for an issuer on this machine).',
    ],
    [
      'scopes without openid',
      () => read([{ ...acme, scopes: 'email profile' }]),
      'OIDC_PROVIDERS.0.scopes cannot be used: must contain openid.',
    ],
    [
      'an address as a domain',
      () => read([{ ...acme, domains: ['@acme.example'] }]),
      'OIDC_PROVIDERS.0.domains.0 cannot be used: must be a domain such as example.com.',
    ],
    [
      'no domain in the list',
      () => read([{ ...acme, domains: [] }]),
      'OIDC_PROVIDERS.0.domains cannot be used: must not be empty.',
    ],
    [
      'trustEmail as text',
      () => read([{ ...acme, trustEmail: 'yes' }]),
      'OIDC_PROVIDERS.0.trustEmail cannot be used: must be true or false.',
    ],
    [
      'ONLY_OIDC without a provider',
      () => read([], { ONLY_OIDC: 'true' }),
      'ONLY_OIDC needs a provider in OIDC_PROVIDERS.',
    ],
  ])('%s', (_, act, sentence) => {
    expect(problemOf(act)).toBe(sentence);
  });

  test('an issuer on this machine may use http', () => {
    for (const issuer of ['http://127.0.0.1:8080', 'http://localhost:8080/realms/acme', 'http://id.localhost'])
      expect(problemOf(() => read([{ ...acme, issuer }]))).toBe('none');
  });
});
