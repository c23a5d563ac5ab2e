import { appLimits } from '@noek/contract/auth/limits';
import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '../../../../context.ts';

const keptMs = appLimits.refreshTokenDays * 24 * 60 * 60_000;

/** Keeps an app that registered itself, once a person allows it: programs remember their client_id, also after a disconnection. */
export async function keepRegistered({ db, now }: Pick<Ctx, 'db' | 'now'>, clientId: string): Promise<void> {
  const { registeredClients: c } = db.tables;
  const at = now();
  await db.write((orm) =>
    orm
      .update(c)
      .set({
        allowedAt: sql`coalesce(${c.allowedAt}, ${sql.param(at, c.allowedAt)})`,
        expiresAt: new Date(at.getTime() + keptMs),
      })
      .where(eq(c.id, clientId)),
  );
}
