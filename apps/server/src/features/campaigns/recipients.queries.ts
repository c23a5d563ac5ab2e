import { normalEmail } from '@noek/contract/auth/email-address';
import type { CountRecipientsInput, RecipientCount } from '@noek/contract/campaigns/schemas';
import type { Database } from '@noek/db/database';
import { and, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';

/** The people that an email is meant for, those who do not get it included. */
export function meantFor({ tables }: Database, { recipientType, recipients }: CountRecipientsInput, now: Date): SQL {
  const { users } = tables;
  const isSuper = eq(users.accessLevel, 'supernoek');
  switch (recipientType) {
    case 'all':
      return sql`true`;
    case 'admin':
      return eq(users.accessLevel, 'admin');
    case 'supernoek':
      return and(isSuper, or(isNull(users.premiumUntil), gt(users.premiumUntil, now))) as SQL;
    case 'basic':
      return or(eq(users.accessLevel, 'basic'), and(isSuper, lte(users.premiumUntil, now))) as SQL;
    case 'selected': {
      const addresses = recipients.map(normalEmail).filter((one) => one.includes('@'));
      return or(
        inArray(
          users.id,
          recipients.filter((one) => !one.includes('@')),
        ),
        inArray(users.email, addresses),
        inArray(users.previousEmail, addresses),
      ) as SQL;
    }
  }
}

/** Of those, the ones who get it: they have not unsubscribed and can sign in. */
export const getsIt = ({ tables: { users } }: Database): SQL =>
  and(isNull(users.unsubscribedAt), isNull(users.suspendedAt)) as SQL;

/** How many people get an email, and how many are left out, each counted once. */
export async function countRecipients(db: Database, who: CountRecipientsInput, now: Date): Promise<RecipientCount> {
  const { users } = db.tables;
  const count = (which: SQL | undefined) => sql<number>`count(case when ${which} then 1 end)`.mapWith(Number);
  const [counted] = await db.orm
    .select({
      recipients: count(getsIt(db)),
      unsubscribed: count(and(isNotNull(users.unsubscribedAt), isNull(users.suspendedAt))),
      suspended: count(isNotNull(users.suspendedAt)),
    })
    .from(users)
    .where(and(isNull(users.deletedAt), meantFor(db, who, now)));
  return counted ?? { recipients: 0, unsubscribed: 0, suspended: 0 };
}
