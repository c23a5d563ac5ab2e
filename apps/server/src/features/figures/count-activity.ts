import { type Database, isConstraintViolation } from '@noek/db/database';
import { and, eq } from 'drizzle-orm';
import { addFigures } from './add-figures.ts';
import { hourOf } from './figures.ts';

type ActivityDeps = { db: Database; now: () => Date };

/** Who is known to be counted in the current hour, so that only the first message of an hour costs a query. */
const counted = new WeakMap<Database['orm'], { hour: number; people: Set<string> }>();

/**
 * Counts a person as active, once per hour and once per day, however many messages and processes there are. Resolves to whether this call
 * counted them.
 */
export async function countActivity(deps: ActivityDeps, userId: string): Promise<boolean> {
  const hour = hourOf(deps.now());
  const people = countedIn(deps.db, hour);
  if (people.has(userId)) return false;
  people.add(userId);
  try {
    return await count(deps, userId, hour);
  } catch (error) {
    // The account was deleted, or another process counted the person.
    if (error instanceof CountedElsewhere || isConstraintViolation(error)) return false;
    people.delete(userId);
    throw error;
  }
}

function countedIn(db: Database, hour: number): Set<string> {
  let known = counted.get(db.orm);
  if (known?.hour !== hour) {
    known = { hour, people: new Set() };
    counted.set(db.orm, known);
  }
  return known.people;
}

class CountedElsewhere extends Error {}

async function count(deps: ActivityDeps, userId: string, hour: number): Promise<boolean> {
  const { db } = deps;
  const { userActivity: a } = db.tables;
  const [known] = await db.orm.select({ hour: a.hour }).from(a).where(eq(a.userId, userId));
  if (known && known.hour >= hour) return false;
  const isNewDay = !known || Math.floor(known.hour / 24) < Math.floor(hour / 24);
  await db.atomic((step) => {
    step.must(
      known
        ? step.orm
            .update(a)
            .set({ hour })
            .where(and(eq(a.userId, userId), eq(a.hour, known.hour)))
            .returning({ id: a.userId })
        : step.orm.insert(a).values({ userId, hour }).returning({ id: a.userId }),
      () => new CountedElsewhere(),
    );
    addFigures(deps, step, [
      { metric: 'people', label: 'active', amount: 1 },
      ...(isNewDay ? [{ metric: 'people', label: 'active-day', amount: 1 } as const] : []),
    ]);
  });
  return true;
}
