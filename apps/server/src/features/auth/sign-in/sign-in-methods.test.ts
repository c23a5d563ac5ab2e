import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { signInMethods } from './sign-in-methods.ts';

const noFactor = {
  companies: [],
  passkeys: 0,
  authenticatorSince: null,
  recoveryCodes: 0,
  passkeyHost: 'noek.localhost',
};

describeOnEngines('signInMethods', (open) => {
  test('a password, a linked Google account, or both', async () => {
    const ctx = createTestCtx({ db: await open() });
    const link = (userId: string) =>
      ctx.db.write((orm) =>
        orm
          .insert(ctx.db.tables.identities)
          .values({ issuer: 'https://accounts.google.com', subject: userId, userId, createdAt: ctx.now() }),
      );
    const of = async (id: string) => signInMethods(await signedInAs(ctx, id));

    const withPassword = await insertPerson(ctx);
    expect(await of(withPassword.id)).toEqual({ ...noFactor, password: 'set', google: false });
    await link(withPassword.id);
    expect(await of(withPassword.id)).toEqual({ ...noFactor, password: 'set', google: true });

    const withGoogle = await insertPerson(ctx, { passwordHash: null });
    await link(withGoogle.id);
    expect(await of(withGoogle.id)).toEqual({ ...noFactor, password: 'none', google: true });
  });

  test('companies whose accounts are linked, with or without a slash at the end of the issuer; others are not named', async () => {
    const company = (id: string, issuer: string) => ({
      id,
      name: id.toUpperCase(),
      issuer,
      clientId: 'c',
      clientSecret: 's',
    });
    const OIDC_PROVIDERS = JSON.stringify([
      company('acme', 'https://id.acme.example'),
      company('other', 'https://id.other.example'),
    ]);
    const ctx = createTestCtx({ db: await open(), env: { OIDC_PROVIDERS } });
    const { id: userId } = await insertPerson(ctx, { passwordHash: null });
    for (const issuer of ['https://id.acme.example/', 'https://gone.example'])
      await ctx.db.write((orm) =>
        orm.insert(ctx.db.tables.identities).values({ issuer, subject: 's', userId, createdAt: ctx.now() }),
      );
    expect(await signInMethods(await signedInAs(ctx, userId))).toMatchObject({
      google: false,
      companies: [{ id: 'acme', name: 'ACME' }],
    });
  });

  test('a suspended password does not count, whether or not its hash is kept', async () => {
    const ctx = createTestCtx({ db: await open() });
    for (const given of [{}, { passwordHash: null }]) {
      const { id } = await insertPerson(ctx, { ...given, needsPasswordReset: true });
      expect(await signInMethods(await signedInAs(ctx, id))).toEqual({
        ...noFactor,
        password: 'suspended',
        google: false,
      });
    }
  });

  test('a guest is asked to sign in', async () => {
    const ctx = createTestCtx({ db: await open() });
    await expect(signInMethods(ctx)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
