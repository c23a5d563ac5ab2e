import { createHash, randomUUID } from 'node:crypto';
import { type Database, isUniqueViolation, type Orm, type Statement, type Step } from '@noek/db/database';
import { and, eq, lt, lte, or } from 'drizzle-orm';
import type Stripe from 'stripe';
import { type Reply, refusal } from './refusal.ts';
import { type AnyObject, type Entry, type NewEvent, World } from './world.ts';

/** The version of Stripe's API in whose shapes everything is kept. */
const apiVersion = '2026-10-28.endive';

/** How often a change that lost to another one is retried. */
const maxTries = 50;
/** How long answers are repeated for the same idempotency key, in milliseconds. */
const keyMs = 24 * 60 * 60 * 1_000;

/** A request whose answer is kept, so that it takes effect once. */
export type KeyedRequest = { key: string; hash: string };

type Owner = { userId: string | null; customerId: string | null };

class LostRace extends Error {}

/** The sandbox's tables. All changes of one customer are written in one step, and only if nothing else has changed the customer since. */
export class SandboxStore {
  private readonly db: Database;
  private readonly now: () => Date;

  constructor(db: Database, now: () => Date) {
    this.db = db;
    this.now = now;
  }

  /** The customer to whom an object belongs; null if there is no such object. */
  async customerOf(id: string): Promise<string | null> {
    const { sandboxObjects: t } = this.db.tables;
    const [row] = await this.db.orm.select({ customerId: t.customerId }).from(t).where(eq(t.id, id));
    return row?.customerId ?? null;
  }

  /** The customers for whom something is due, the longest waiting first. */
  async dueCustomers(limit: number): Promise<string[]> {
    const { sandboxObjects: t } = this.db.tables;
    const rows = await this.db.orm
      .select({ customerId: t.customerId })
      .from(t)
      .where(lte(t.dueAt, this.now()))
      .orderBy(t.dueAt)
      .limit(limit);
    return [...new Set(rows.flatMap(({ customerId }) => customerId ?? []))];
  }

  /**
   * Runs `change` on what belongs to a customer and writes what it changed, with its events. `change` runs again if another process
   * was faster. With `request`, a repeated key gets the first answer. A customer of null is one that `change` creates.
   */
  async change<T extends Reply | null>(
    customerId: string | null,
    change: (world: World) => T,
    request: KeyedRequest | null = null,
  ): Promise<{ result: T; isReplayed: boolean }> {
    for (let tries = 0; tries < maxTries; tries++) {
      const replay = request && (await this.replayOf(request));
      if (replay) return { result: replay as T, isReplayed: true };
      const rows = customerId === null ? [] : await this.rowsOf(customerId);
      const entries = rows.map(({ data, dueAt }) => ({
        object: data as unknown as AnyObject,
        dueAt: dueAt && seconds(dueAt),
      }));
      const world = new World(entries, seconds(this.now()));
      const result = change(world);
      const root = rows.find(({ id }) => id === customerId) ?? null;
      try {
        await this.write(world, root, request, result);
        return { result, isReplayed: false };
      } catch (error) {
        if (!(error instanceof LostRace) && !isUniqueViolation(error)) throw error;
      }
    }
    throw refusal(409, { code: 'lock_timeout', message: 'This object is being changed by other requests.' });
  }

  private async replayOf({ key, hash }: KeyedRequest): Promise<Reply | null> {
    const { sandboxRequests: t } = this.db.tables;
    const [row] = await this.db.orm.select().from(t).where(eq(t.key, key));
    if (!row?.response || row.createdAt.getTime() + keyMs <= this.now().getTime()) return null;
    if (row.requestHash !== hash)
      throw refusal(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
    return row.response as Reply;
  }

  private rowsOf(customerId: string) {
    const { sandboxObjects: t } = this.db.tables;
    return this.db.orm
      .select()
      .from(t)
      .where(or(eq(t.customerId, customerId), eq(t.id, customerId)));
  }

  private async write(
    world: World,
    root: Awaited<ReturnType<SandboxStore['rowsOf']>>[number] | null,
    request: KeyedRequest | null,
    result: Reply | null,
  ): Promise<void> {
    if (world.changed.size + world.added.size + world.events.length === 0 && !request) return;
    const owner = root
      ? { userId: root.userId, customerId: root.id }
      : { userId: await this.userOf(world), customerId: world.all('customer')[0]?.id ?? null };
    const { sandboxObjects: t } = this.db.tables;
    await this.db.atomic((step) => {
      if (root)
        step.must(
          step.orm
            .update(t)
            .set({ version: root.version + 1 })
            .where(and(eq(t.id, root.id), eq(t.version, root.version)))
            .returning({ id: t.id }),
          () => new LostRace(),
        );
      this.addObjects(step, world, owner);
      const version = root ? root.version + 1 : 0;
      for (const [place, event] of world.events.entries()) {
        const given = { age: [version, place] as [number, number], created: world.now, userId: owner.userId };
        step.add(this.eventStatement(step.orm, event, given));
      }
      if (request && result) this.addRequest(step, request, result, owner.userId);
    });
  }

  private addObjects(step: Step, world: World, owner: Owner): void {
    const { sandboxObjects: t } = this.db.tables;
    const dateOf = ({ dueAt }: Entry) => (dueAt === null ? null : new Date(dueAt * 1_000));
    const added = [...world.added].flatMap((id) => world.entry(id) ?? []);
    const changed = [...world.changed].flatMap((id) => world.entry(id) ?? []);
    for (const entry of added)
      step.add(
        step.orm.insert(t).values({
          id: entry.object.id,
          kind: entry.object.object,
          ...owner,
          data: entry.object as unknown as Record<string, unknown>,
          dueAt: dateOf(entry),
          createdAt: new Date(world.now * 1_000),
        }),
      );
    for (const entry of changed)
      step.add(
        step.orm
          .update(t)
          .set({ data: entry.object as unknown as Record<string, unknown>, dueAt: dateOf(entry) })
          .where(eq(t.id, entry.object.id)),
      );
  }

  private eventStatement(
    orm: Orm,
    { type, object }: NewEvent,
    { age, created, userId }: { age: number[]; created: number; userId: string | null },
  ): Statement {
    const createdAt = this.now();
    // Ids sort by age, so that deliveries begin with the oldest.
    const sorted = [createdAt.getTime(), ...age].map((part) => part.toString(36).padStart(6, '0'));
    const id = `evt_${sorted.join('')}${randomUUID().replaceAll('-', '')}`;
    const event = {
      id,
      object: 'event',
      api_version: apiVersion,
      created,
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    } satisfies Omit<Stripe.Event, 'data' | 'type'> & { data: unknown; type: string };
    return orm
      .insert(this.db.tables.sandboxEvents)
      .values({ id, userId, data: event, nextAttemptAt: createdAt, createdAt });
  }

  /** An old row with the same key may be there still. */
  private addRequest(step: Step, request: KeyedRequest, response: Reply, userId: string | null): void {
    const { sandboxRequests: t } = this.db.tables;
    const createdAt = this.now();
    step.add(
      step.orm.delete(t).where(and(eq(t.key, request.key), lte(t.createdAt, new Date(createdAt.getTime() - keyMs)))),
    );
    step.add(step.orm.insert(t).values({ key: request.key, userId, requestHash: request.hash, response, createdAt }));
  }

  /** The person of a new customer, if this database has them. */
  private async userOf(world: World): Promise<string | null> {
    const [customer] = world.all('customer');
    const userId = customer && !customer.deleted ? customer.metadata.userId : undefined;
    if (!userId) return null;
    const { users } = this.db.tables;
    const [row] = await this.db.orm.select({ id: users.id }).from(users).where(eq(users.id, userId));
    return row?.id ?? null;
  }

  /** Removes answers that are not repeated any more. */
  async purge(): Promise<void> {
    const { sandboxRequests: t } = this.db.tables;
    await this.db.write((orm) => orm.delete(t).where(lt(t.createdAt, new Date(this.now().getTime() - keyMs))));
  }
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** What makes two requests the same. */
export const hashOf = (method: string, path: string, body: string): string =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
