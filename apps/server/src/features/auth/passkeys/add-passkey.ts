import { accountSecurity } from '@noek/contract/auth/limits';
import type { AddPasskeyInput, Passkey, passkeyRegistrationSchema } from '@noek/contract/auth/passkeys';
import { isUniqueViolation } from '@noek/db/database';
import { count, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceMail } from '../../outbox/enqueue-mail.ts';
import { ownRow } from '../auth.queries.ts';
import { limit } from '../limits/auth-limits.ts';
import { newChallenge, takeChallenge } from '../secrets/challenge.ts';
import { securityChange } from '../security-change.ts';
import { refuseDeletedAccount } from '../session/deleted-account.ts';
import { requireSession } from '../session/require-user.ts';
import { toPasskey } from './own-passkeys.ts';
import { challengeOf, passkeyChallengeMs, passkeyExpired, passkeyRefused } from './passkey-challenge.ts';
import { relyingParty } from './relying-party.ts';
import { webAuthn } from './web-authn.ts';

/** EdDSA, ES256 and RS256, in COSE's numbers: what authenticators have. */
const algorithms = [-8, -7, -257] as const;
const encoder = new TextEncoder();

/**
 * The options with which a browser creates a passkey for the caller, with a challenge that works once, for five minutes. Throws CONFLICT
 * with 20 passkeys or where there are no passkeys, UNAUTHORIZED and RATE_LIMITED.
 */
export async function passkeyRegistration(ctx: Ctx): Promise<z.input<typeof passkeyRegistrationSchema>> {
  const { user } = requireSession(ctx);
  const { id: rpID } = relyingParty(ctx.config);
  await limit(ctx, 'passkeyUser', user.id);
  const { passkeys: p } = ctx.db.tables;
  const existing = await ctx.db.orm
    .select({ id: p.credentialId, transports: p.transports })
    .from(p)
    .where(eq(p.userId, user.id));
  if (existing.length >= accountSecurity.passkeys) throw tooManyPasskeys();
  let challenge = '';
  await ctx.db
    .write((orm) => {
      const made = newChallenge(ctx, orm, { purpose: 'new-passkey', userId: user.id, forMs: passkeyChallengeMs });
      challenge = made.challenge;
      return made.statement;
    })
    .catch(refuseDeletedAccount);
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Noek',
    rpID,
    userID: encoder.encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: passkeyChallengeMs,
    attestationType: 'none',
    supportedAlgorithmIDs: [...algorithms],
  });
  return {
    ...options,
    rp: { id: rpID, name: 'Noek' },
    timeout: passkeyChallengeMs,
    attestation: 'none',
    excludeCredentials: existing.map((one) => ({ ...one, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

/**
 * Adds the passkey that the browser created, and mails the owner. Throws BAD_REQUEST for an answer that is wrong, too late or used, or whose
 * challenge was made for another account, CONFLICT
 * for the 21st passkey and for one that was added before, UNAUTHORIZED and RATE_LIMITED.
 */
export async function addPasskey(ctx: Ctx, { name, response }: AddPasskeyInput): Promise<Passkey> {
  const { id: userId } = requireSession(ctx).user;
  await limit(ctx, 'passkeyUser', userId);
  const me = await ownRow(ctx, userId);
  const challenge = challengeOf(response.response.clientDataJSON);
  if (challenge === null) throw passkeyRefused();
  const credential = await verified(ctx, challenge, response);
  const { passkeys: p, users } = ctx.db.tables;
  const row = {
    id: uuidv7(),
    userId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.response.transports ?? [],
    name,
    createdAt: ctx.now(),
    lastUsedAt: null,
  };
  await ctx.db
    .atomic((step) => {
      // Other additions take the same lock: together they do not exceed the limit.
      step.add(
        step.orm
          .update(users)
          .set({ signedInAt: users.signedInAt as never })
          .where(eq(users.id, userId)),
      );
      const taken = step.add(takeChallenge(ctx, step.orm, { purpose: 'new-passkey', challenge, of: userId }));
      const counted = step.add(step.orm.select({ passkeys: count() }).from(p).where(eq(p.userId, userId)));
      step.add(step.orm.insert(p).values(row));
      securityChange(ctx, step, me, 'passkey-added', name);
      step.check(() => {
        if (taken.rows.length === 0) throw passkeyExpired();
        const [{ passkeys = 0 } = {}] = counted.rows;
        if (passkeys >= accountSecurity.passkeys) throw tooManyPasskeys();
      });
    })
    .catch((error) => {
      if (isUniqueViolation(error)) throw new AppError('CONFLICT', 'This passkey has been added already.');
      return refuseDeletedAccount(error);
    });
  announceMail(ctx);
  return toPasskey(row);
}

async function verified(ctx: Ctx, expectedChallenge: string, response: AddPasskeyInput['response']) {
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(ctx.config);
  const { verifyRegistrationResponse } = await webAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...algorithms],
  }).catch((error: unknown) => {
    throw passkeyRefused(error);
  });
  if (!registrationInfo) throw passkeyRefused();
  return registrationInfo.credential;
}

const tooManyPasskeys = () =>
  new AppError('CONFLICT', `You have ${accountSecurity.passkeys} passkeys, which is the limit. Remove one first.`);
