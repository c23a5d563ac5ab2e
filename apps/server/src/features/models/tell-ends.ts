import { and, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { composeMail } from '../outbox/compose-mail.ts';
import { announceMail, mailStatement } from '../outbox/enqueue-mail.ts';
import { greeting } from '../outbox/greeting.ts';

type EndDeps = Pick<Deps, 'config' | 'db' | 'llm' | 'now'>;

/** How many days before a model's end its administrators get a mail. */
const noticeDays = [7, 30] as const;
const dayMs = 24 * 60 * 60_000;

/** The mail was sent by another process, or earlier. */
class AlreadyTold extends Error {}

/** Sends administrators one mail at 30 and one at 7 days before the end of each model that is offered, once over all processes. */
export async function tellEnds(deps: EndDeps): Promise<void> {
  const { now } = deps;
  const today = Date.parse(now().toISOString().slice(0, 10));
  let told = false;
  for (const { name, provider, endsAt } of deps.llm.models()) {
    if (endsAt === null) continue;
    const left = Math.round((Date.parse(endsAt) - today) / dayMs);
    const days = noticeDays.find((most) => left >= 0 && left <= most);
    if (days !== undefined) told = (await tellOne(deps, { name, provider, endsAt, days })) || told;
  }
  if (told) announceMail(deps);
}

type End = { name: string; provider: string; endsAt: string; days: number };

async function tellOne(deps: EndDeps, { name, provider, endsAt, days }: End): Promise<boolean> {
  const { config, db, now } = deps;
  const { users, modelNotices } = db.tables;
  const administrators = await db.orm
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(and(sql`access_level = 'admin'`, isNull(users.suspendedAt)));
  if (administrators.length === 0) return false;
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(endsAt));
  const mailTo = (person: { name: string }) =>
    composeMail({
      subject: `The model ${name} ends on ${day}`,
      greeting: greeting(person.name),
      intro: `${provider} offers the model ${name} until ${day}. After that it leaves the list of models, and conversations that chose it are answered by Automatic.`,
      action: { label: 'See the providers', url: `${config.origins.chat}/admin/figures` },
      outro: 'If it is set as the model of a provider, set another one before that day, and start Noek again.',
    });
  try {
    await db.atomic((step) => {
      step.must(
        step.orm
          .insert(modelNotices)
          .values({ model: name, endsAt, days, createdAt: now() })
          .onConflictDoNothing()
          .returning({ days: modelNotices.days }),
        () => new AlreadyTold(),
      );
      for (const { id, email, name: person } of administrators)
        step.add(
          mailStatement(deps, step.orm, { kind: 'model-ends', to: email, userId: id, ...mailTo({ name: person }) }),
        );
    });
    return true;
  } catch (error) {
    if (error instanceof AlreadyTold) return false;
    throw error;
  }
}
