import type { PasskeyAssertion } from '@noek/contract/auth/passkeys';
import type { Orm, Step } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, eq, lt } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceMail } from '../../outbox/enqueue-mail.ts';
import type { UserRow } from '../auth.queries.ts';
import { findChallenge, takeChallenge } from '../secrets/challenge.ts';
import { securityChange } from '../security-change.ts';
import { challengeOf, passkeyExpired, passkeyRefused } from './passkey-challenge.ts';
import { relyingParty } from './relying-party.ts';
import { webAuthn } from './web-authn.ts';

type PasskeyRow = Tables['passkeys']['$inferSelect'];

/** An answer of a passkey that is right. */
export type CheckedAssertion = {
  user: UserRow;
  /** Uses up the challenge and stores the counter, for one caller only. To others, the step throws BAD_REQUEST. */
  addTo(step: Step): void;
};

/**
 * Checks a passkey's answer to `passkeyOptions` (Web Authentication Level 3, section 7.2): the challenge, the origin, the relying party, the
 * verification of the person, the signature, and that the counter has not gone back. A counter that went back can mean that the passkey was
 * copied: the sign-in is refused and the owner is mailed. Throws UNAUTHORIZED for an unknown passkey, otherwise BAD_REQUEST.
 */
export async function checkAssertion(ctx: Ctx, assertion: PasskeyAssertion): Promise<CheckedAssertion> {
  const challenge = challengeOf(assertion.response.clientDataJSON);
  if (challenge === null) throw passkeyRefused();
  if (!(await findChallenge(ctx, 'passkey', challenge))) throw passkeyExpired();
  const found = await findPasskey(ctx, assertion.id);
  if (!found) throw unknownPasskey();
  const { passkey, user } = found;
  const { userHandle } = assertion.response;
  if (userHandle && userHandle !== Buffer.from(user.id).toString('base64url')) throw passkeyRefused();
  const counter = await newCounterOf(ctx, passkey, challenge, assertion);
  const isCounted = counter > 0 || passkey.counter > 0;
  if (isCounted && counter <= passkey.counter) {
    await ctx.db.atomic((step) => {
      step.add(takeChallenge(ctx, step.orm, { purpose: 'passkey', challenge, of: null }));
      securityChange(ctx, step, user, 'passkey-refused', passkey.name);
    });
    announceMail(ctx);
    throw passkeyRefused();
  }
  return {
    user,
    addTo(step) {
      step.must(takeChallenge(ctx, step.orm, { purpose: 'passkey', challenge, of: null }), passkeyExpired);
      step.must(storeCounter(ctx, step.orm, passkey, counter), passkeyRefused);
    },
  };
}

function storeCounter(ctx: Ctx, orm: Orm, passkey: PasskeyRow, counter: number) {
  const { passkeys: p } = ctx.db.tables;
  return orm
    .update(p)
    .set({ counter, lastUsedAt: ctx.now() })
    .where(and(eq(p.id, passkey.id), counter > 0 ? lt(p.counter, counter) : eq(p.counter, 0)))
    .returning({ id: p.id });
}

async function newCounterOf(ctx: Ctx, passkey: PasskeyRow, expectedChallenge: string, assertion: PasskeyAssertion) {
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(ctx.config);
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    // The counter is compared here, so that one that went back is distinguished from other faults.
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: 0,
    },
  }).catch((error: unknown) => {
    throw passkeyRefused(error);
  });
  if (!verified) throw passkeyRefused();
  return authenticationInfo.newCounter;
}

async function findPasskey({ db }: Ctx, credentialId: string): Promise<{ passkey: PasskeyRow; user: UserRow } | null> {
  const { passkeys, users } = db.tables;
  const [row] = await db.orm
    .select({ passkey: passkeys, user: users })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

const unknownPasskey = () =>
  new AppError('UNAUTHORIZED', 'This passkey is not known here. It may have been removed from the account.');
