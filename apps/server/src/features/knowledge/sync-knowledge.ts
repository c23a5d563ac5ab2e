import { createHash, randomUUID } from 'node:crypto';
import { backOff } from '@noek/db/back-off';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import {
  type KnowledgeDocument,
  KnowledgeError,
  type KnowledgeSource,
  type KnowledgeText,
} from '../../integrations/knowledge/knowledge-source.ts';
import { inTurns } from './in-turns.ts';
import { claimCheck, insertRevision, type SourceRow } from './knowledge.queries.ts';
import { passagesOf } from './passages.ts';

/** The longest that a check may take, and how long its claim lasts. */
const checkMs = 40_000;
const leaseMs = 45_000;
/** The text is read as a whole at least this often, in case the source does not report a change. */
const readEveryMs = 10 * 60_000;
/** Pauses after failures double up to this, and to the second one if the source refuses more requests. */
const longestPauseMs = 60_000;
const longestRefusalMs = 10 * 60_000;

type SyncDeps = Pick<Deps, 'db' | 'now' | 'log' | 'bootId'>;
type Claimed = Omit<SourceRow, 'documents'>;
type Found = { version: string; text: KnowledgeText | null };

/** Tells every process that the text of a source has changed. */
export const knowledgeTopic = 'knowledge';

/**
 * Checks a source if that is due and no other process does: asks for its version, and reads its text if that has changed. A text
 * that differs becomes the next revision. A source that has become empty is only noted: an administrator decides what answers use. A
 * check that fails is noted with a sentence, and the text stays as it is. Returns whether the check was made here.
 */
export async function syncKnowledge(deps: SyncDeps, source: KnowledgeSource, stopping: AbortSignal): Promise<boolean> {
  const claim = `${deps.bootId}:${randomUUID()}`;
  const before = await claimCheck(deps, source.key, { claim, leaseMs });
  if (!before) return false;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(checkMs)]);
  let found: Found;
  try {
    found = await look(deps, source, before, signal);
  } catch (error) {
    // The next process makes the check.
    if (stopping.aborted) await release(deps, source.key, claim);
    else await noteFailure(deps, source, { claim, before, error: signal.aborted ? tookTooLong(error) : error });
    return true;
  }
  await keep(deps, source, { claim, before, found });
  return true;
}

async function look({ now }: SyncDeps, source: KnowledgeSource, before: Claimed, signal: AbortSignal): Promise<Found> {
  // The version first: a change while the text is read is noticed by the next check.
  const version = await source.version(signal);
  const isFresh = before.readAt !== null && now().getTime() - before.readAt.getTime() < readEveryMs;
  if (version === before.version && isFresh) return { version, text: null };
  return { version, text: await source.read(signal) };
}

const tookTooLong = (cause: unknown): KnowledgeError =>
  new KnowledgeError('unreachable', `The knowledge base did not respond within ${checkMs / 1_000} seconds.`, { cause });

type Outcome = { claim: string; before: Claimed; found: Found };

/** Writes what a check found, unless the claim was lost to another process. */
async function keep(
  { db, now, log }: SyncDeps,
  { key, checkEveryMs }: KnowledgeSource,
  { claim, before, found }: Outcome,
): Promise<void> {
  const { knowledgeSources: s, knowledgeRevisions: r } = db.tables;
  const at = now();
  const { version, text } = found;
  const mine = and(eq(s.key, key), eq(s.claim, claim));
  const checked = {
    version,
    checkedAt: at,
    syncedAt: at,
    nextCheckAt: new Date(at.getTime() + checkEveryMs),
    claim: null,
    problem: null,
    failure: null,
    failingSince: null,
    failures: 0,
    ...(text && { readAt: at, notes: [...text.notes], emptySince: null, keepsLastText: false }),
  };
  if (before.failures > 0) log.info({ source: key }, 'the knowledge base can be read again');
  const documents = text && withText(text);
  const hash = documents && hashOf(documents);
  const [latest] =
    before.revision === null || hash === null
      ? []
      : await db.orm
          .select({ hash: r.hash, size: r.size })
          .from(r)
          .where(and(eq(r.sourceKey, key), eq(r.number, before.revision)));
  if (documents?.length === 0 && latest && latest.size > 0) {
    if (!before.emptySince)
      log.warn({ source: key }, 'the knowledge base has become empty, so answers keep the last text');
    // A decision made since this check began stays.
    const { keepsLastText: _, ...unlessDecided } = checked;
    await db.write((orm) =>
      orm
        .update(s)
        .set({ ...unlessDecided, emptySince: before.emptySince ?? at })
        .where(mine),
    );
    return;
  }
  if (!documents || hash === null || latest?.hash === hash) {
    await db.write((orm) => orm.update(s).set(checked).where(mine));
    return;
  }

  const number = (before.revision ?? 0) + 1;
  const size = documents.reduce((sum, document) => sum + document.text.length, 0);
  let passages = 0;
  await inTurns(passagesOf(documents), () => void passages++);
  await db.atomic((step) => {
    step.must(
      step.orm
        .update(s)
        .set({ ...checked, revision: number, documents })
        .where(mine)
        .returning({ key: s.key }),
      () => new Error('The claim of the knowledge base was lost.'),
    );
    insertRevision(db, step, { sourceKey: key, number, hash, size, passages, createdAt: at });
  });
  db.notify(knowledgeTopic);
  log.info({ source: key, revision: number, size }, 'the knowledge base has changed');
}

/** The documents of a text, without those that are empty. */
const withText = ({ documents }: KnowledgeText): KnowledgeDocument[] =>
  documents.filter(({ text }) => text.trim() !== '').map(({ title, text }) => ({ title, text }));

/** SHA-256 of a text, in hex. */
export const hashOf = (documents: readonly KnowledgeDocument[]): string =>
  createHash('sha256')
    .update(JSON.stringify(documents.map(({ title, text }) => [title, text])))
    .digest('hex');

async function noteFailure(
  { db, now, log }: SyncDeps,
  { key, name, checkEveryMs }: KnowledgeSource,
  { claim, before, error }: { claim: string; before: Claimed; error: unknown },
): Promise<void> {
  const { knowledgeSources: s } = db.tables;
  const at = now();
  const failures = before.failures + 1;
  const known = error instanceof KnowledgeError ? error : null;
  if (!known) log.error({ err: error, source: key }, 'the knowledge base could not be read');
  else if (failures === 1)
    log.warn({ source: key, problem: known.problem, reason: reasonOf(known.cause) }, known.message);
  await db.write((orm) =>
    orm
      .update(s)
      .set({
        checkedAt: at,
        failures,
        failingSince: before.failingSince ?? at,
        claim: null,
        problem: known?.problem ?? 'unreachable',
        failure: known?.message ?? `Something went wrong while ${name} was read. The log of the server says more.`,
        nextCheckAt: new Date(at.getTime() + pauseAfter(failures, known, checkEveryMs)),
      })
      .where(and(eq(s.key, key), eq(s.claim, claim))),
  );
}

/** The message alone, because the error's request contains a signature made with the key. */
const reasonOf = (cause: unknown): string | undefined => (cause instanceof Error ? cause.message : undefined);

/** How long to wait after a number of failures in a row, in milliseconds. */
function pauseAfter(failures: number, error: KnowledgeError | null, checkEveryMs: number): number {
  if (error?.problem !== 'rate-limited') return backOff(failures, checkEveryMs, longestPauseMs);
  return Math.max(
    backOff(failures, checkEveryMs, longestRefusalMs),
    Math.min(error.retryAfterMs ?? 0, longestRefusalMs),
  );
}

async function release({ db, now }: SyncDeps, key: string, claim: string): Promise<void> {
  const { knowledgeSources: s } = db.tables;
  await db.write((orm) =>
    orm
      .update(s)
      .set({ claim: null, nextCheckAt: now() })
      .where(and(eq(s.key, key), eq(s.claim, claim))),
  );
}
