import type { Orm } from '@noek/db/database';
import { and, eq, inArray, isNull, lte, ne, or } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { listId } from '../../integrations/llm/model-lists/model-lists.ts';
import { pickModels } from '../../integrations/llm/model-lists/pick-model.ts';
import { type ListedModel, readModelList } from '../../integrations/llm/model-lists/read-model-list.ts';
import type { ProviderConfig } from '../../settings/setting-values.ts';
import { auditStatement } from '../auth/administrators/audit-statement.ts';

export type ModelListDeps = Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'modelLists'>;

const hourMs = 60 * 60_000;
/** A list that was read within this time is not read again, whatever asks for it. */
const freshMs = 30_000;
/** When a list is read again that did not come. */
const failedMs = 5 * 60_000;

/** Another process has noted the same pick. */
class AlreadyPicked extends Error {}

/**
 * Learns what the database knows of the providers' lists, and reads from the providers what is due there: each list by one process. `soon`
 * are the ids of those that are read although their hour is not over. Never rejects because of a provider.
 */
export async function refreshModelLists(deps: ModelListDeps, soon: ReadonlySet<string> = new Set()): Promise<void> {
  const { providers } = deps.config.ai;
  if (providers.length === 0) return;
  await learnStored(deps, providers);
  await Promise.all(
    providers.map(async (provider) => {
      const id = listId(provider);
      if (await claim(deps, id, soon.has(id))) await readOne(deps, provider);
    }),
  );
}

/** Takes over what any process has read. */
async function learnStored({ db, modelLists }: ModelListDeps, providers: readonly ProviderConfig[]): Promise<void> {
  const { modelLists: l } = db.tables;
  const ids = providers.map(listId);
  const rows = await db.orm.select({ id: l.id, list: l.list, picked: l.picked }).from(l).where(inArray(l.id, ids));
  for (const { id, list, picked } of rows) modelLists.learn(id, { list, picked });
}

/** Makes it this process's turn to read a list. Returns false if it is not due, or another process reads it. */
async function claim({ db, now }: ModelListDeps, id: string, soon: boolean): Promise<boolean> {
  const { modelLists: l } = db.tables;
  const at = now();
  const notFresh = new Date(at.getTime() + hourMs - freshMs);
  const due = soon ? or(lte(l.nextReadAt, at), lte(l.nextReadAt, notFresh)) : lte(l.nextReadAt, at);
  const nextReadAt = new Date(at.getTime() + hourMs);
  const { rows: claimed } = await db.atomic((step) => {
    step.add(
      step.orm.insert(l).values({ id, list: null, picked: null, readAt: null, nextReadAt: at }).onConflictDoNothing(),
    );
    return step.add(
      step.orm
        .update(l)
        .set({ nextReadAt })
        .where(and(eq(l.id, id), due))
        .returning({ id: l.id }),
    );
  });
  return claimed.length > 0;
}

async function readOne(deps: ModelListDeps, provider: ProviderConfig): Promise<void> {
  const { db, modelLists, log, now } = deps;
  const { modelLists: l } = db.tables;
  const id = listId(provider);
  const list = await readModelList(provider);
  if (!list) {
    // Some servers have none.
    const level = provider.prefix === undefined ? 'debug' : 'warn';
    log[level]({ provider: provider.name }, 'the list of models could not be read');
    const nextReadAt = new Date(now().getTime() + failedMs);
    await db.write((orm) => orm.update(l).set({ nextReadAt }).where(eq(l.id, id)));
    return;
  }
  await db.write((orm) => orm.update(l).set({ list, readAt: now() }).where(eq(l.id, id)));
  const { picked } = modelLists.of(id);
  modelLists.learn(id, { list, picked });
  if (provider.picks !== undefined) await notePick(deps, provider, list);
  else warnAboutMissing(deps, provider, list);
}

/** Stores a pick that has changed, with its audit entry, once over all processes. */
async function notePick(deps: ModelListDeps, provider: ProviderConfig, list: readonly ListedModel[]): Promise<void> {
  const { db, modelLists, log, now } = deps;
  const { modelLists: l } = db.tables;
  const id = listId(provider);
  if (provider.picks === undefined) return;
  const before = modelLists.of(id).picked ?? provider.model;
  const [picked = before] = pickModels(provider.picks, { list, now: now().getTime() }, before);
  modelLists.learn(id, { list, picked });
  const store = (orm: Orm) =>
    orm
      .update(l)
      .set({ picked })
      .where(and(eq(l.id, id), or(isNull(l.picked), ne(l.picked, picked))))
      .returning({ id: l.id });
  if (picked === before) {
    await db.write(store);
    return;
  }
  const detail = { note: provider.name, model: [before, picked] };
  await db
    .atomic((step) => {
      step.must(store(step.orm), () => new AlreadyPicked());
      step.add(auditStatement(deps, step.orm, { action: 'model.picked', targetUserId: null, detail }));
    })
    .then(() => log.info({ provider: provider.name, before, model: picked }, 'another model of the provider answers'))
    .catch((error: unknown) => {
      if (!(error instanceof AlreadyPicked)) throw error;
    });
}

/** A model that was set but is not in its provider's list may be a mistake. It is asked all the same. */
function warnAboutMissing(
  { log }: ModelListDeps,
  { name, model, prefix }: ProviderConfig,
  list: readonly ListedModel[],
) {
  if (prefix === undefined || list.length === 0 || list.some(({ id }) => id === model)) return;
  log.warn({ provider: name, model }, `the provider's list does not have the model of ${prefix}_MODEL`);
}
