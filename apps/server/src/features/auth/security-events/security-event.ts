import type { SecurityEventKind } from '@noek/contract/auth/security-events';
import { isForeignKeyViolation, type Orm, type Statement } from '@noek/db/database';
import { v7 as uuidv7 } from 'uuid';
import type { RequestFacts } from '../../../base-context.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { ipNetwork } from '../../../ip-address.ts';
import { deviceName } from '../../../text/device-name.ts';

type NewEvent = {
  userId: string;
  kind: SecurityEventKind;
  /** For people: how they signed in, or the name of a passkey or token. Never a secret. */
  detail?: string;
};

/** Where an event happened; without a request, the system or an administrator did it. */
type EventDeps = Pick<Deps, 'db' | 'now'> & { request?: Pick<RequestFacts, 'ip' | 'userAgent'> | undefined };

/** Records what happened to the security of an account. Write it in the same step as what it reports. */
export function securityEvent(
  { db, now, request }: EventDeps,
  orm: Orm,
  { userId, kind, detail }: NewEvent,
): Statement {
  return orm.insert(db.tables.securityEvents).values({
    id: uuidv7(),
    userId,
    kind,
    device: request ? deviceName(request.userAgent) : null,
    network: request ? ipNetwork(request.ip) : null,
    detail: detail ?? null,
    at: now(),
  });
}

/** Records a sign-in that failed, in the background: how long the response takes must not tell whether there is an account. */
export function recordFailedSignIn(ctx: Ctx, userId: string, detail: string): void {
  ctx.background.run('a failed sign-in could not be recorded', () =>
    ctx.db
      .write((orm) => securityEvent(ctx, orm, { userId, kind: 'sign-in-failed', detail }))
      .catch((error: unknown) => {
        // The account has been deleted in the meantime.
        if (!isForeignKeyViolation(error)) throw error;
      }),
  );
}
