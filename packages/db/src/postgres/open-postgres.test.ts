import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isUniqueViolation, type Statement } from '../database.ts';
import { databaseFailure } from '../database-failures.ts';
import { testEngines } from '../testing/engines.ts';
import { administer, endListeners, openTemplateCopy } from '../testing/postgres.ts';
import { listeningName } from './keep-listening.ts';
import { openPostgres } from './open-postgres.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function openCopy() {
  const db = await openTemplateCopy(process.env.NOEK_TEST_POSTGRES_URL ?? '');
  opened.push(db);
  return db;
}

async function openAgain(url: string) {
  const db = await openPostgres(url, { poolSize: 2 });
  opened.push(db);
  return db;
}

const ignored = () => {};
/** What PostgreSQL answers when its disk is full. */
const noSpace = `
  create function no_space() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
  create trigger no_space before insert on allowance_accounts execute function no_space()`;
const endOthers =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

describe.runIf(testEngines.includes('postgres'))('PostgreSQL', () => {
  test('wakes another process', async () => {
    const one = await openCopy();
    const other = await openAgain(one.url);
    const heard = { one: vi.fn(), other: vi.fn() };
    one.listen(heard.one, ignored);
    other.listen(heard.other, ignored);
    one.notify('stop:1');
    await vi.waitFor(() => expect(heard.other).toHaveBeenCalledWith('stop:1'));
    other.notify('stop:2');
    await vi.waitFor(() => expect(heard.one).toHaveBeenCalledWith('stop:2'));
    await vi.waitFor(() => expect(heard.other).toHaveBeenCalledTimes(2));
  });

  test('runs a single write without a transaction around it, and again after a deadlock', async () => {
    const db = await openCopy();
    const { allowanceAccounts: accounts } = db.tables;
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    const textOf = (query: unknown) => (query as { text?: string }).text ?? query;
    const add = (subject: string) =>
      db.write((orm) => orm.insert(accounts).values({ subject, total: 1 }).returning({ subject: accounts.subject }));
    expect(await add('a')).toEqual([{ subject: 'a' }]);
    expect(sent.mock.calls.map(([query]) => textOf(query))).toEqual([expect.stringMatching(/^insert into/)]);
    sent.mockRestore();

    const query = vi.spyOn(pg.Pool.prototype, 'query');
    query.mockImplementationOnce(() =>
      Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' })),
    );
    expect(await add('b')).toEqual([{ subject: 'b' }]);
    expect(query).toHaveBeenCalledTimes(2);
    await expect(add('b')).rejects.toSatisfy(isUniqueViolation);
    expect(query).toHaveBeenCalledTimes(3);
  });

  test('is visible to another process only after the commit', async () => {
    const one = await openCopy();
    const other = await openAgain(one.url);
    const { allowanceAccounts: accounts } = one.tables;
    let seenBefore: unknown;
    await one.atomic((step) => {
      step.add(step.orm.insert(accounts).values({ subject: 'a', total: 1 }));
      step.add(
        later(async () => {
          seenBefore = await other.orm.select().from(accounts);
        }),
      );
    });
    expect(seenBefore).toEqual([]);
    expect(await other.orm.select().from(accounts)).toEqual([{ subject: 'a', total: 1, chargedAt: null }]);
  });

  test('retries an atomic step after a deadlock', async () => {
    const db = await openCopy();
    const { allowanceAccounts: accounts } = db.tables;
    await db.write((orm) =>
      orm.insert(accounts).values([
        { subject: 'a', total: 0 },
        { subject: 'b', total: 0 },
      ]),
    );
    let holding = 0;
    let tries = 0;
    const bothHoldOne = async () => {
      holding += 1;
      await vi.waitUntil(() => holding >= 2);
    };
    const addTo = (first: string, second: string) =>
      db.atomic((step) => {
        tries += 1;
        const add = (subject: string) =>
          step.add(
            step.orm
              .update(accounts)
              .set({ total: sql`${accounts.total} + 1` })
              .where(eq(accounts.subject, subject))
              .returning({ total: accounts.total }),
          );
        const one = add(first);
        step.add(later(bothHoldOne));
        return [one, add(second)];
      });
    const results = await Promise.all([addTo('a', 'b'), addTo('b', 'a')]);
    expect(
      results
        .flat()
        .flatMap(({ rows }) => rows.map(({ total }) => total))
        .toSorted(),
    ).toEqual([1, 1, 2, 2]);
    // PostgreSQL may end one of the two, or both.
    expect(tries).toBeGreaterThan(2);
    expect(await db.orm.select().from(accounts).orderBy(accounts.subject)).toEqual([
      { subject: 'a', total: 2, chargedAt: null },
      { subject: 'b', total: 2, chargedAt: null },
    ]);
  });

  test('fails a step whose connection breaks, and keeps working', async () => {
    const db = await openCopy();
    const { allowanceAccounts: accounts } = db.tables;
    const step = db.atomic((step) => {
      step.add(step.orm.insert(accounts).values({ subject: 'a', total: 1 }));
      step.add(
        later(async () => {
          await administer(db.url, endOthers);
          await new Promise((resolve) => setTimeout(resolve, 50)); // the idle connection notices that it broke
        }),
      );
      step.add(step.orm.insert(accounts).values({ subject: 'b', total: 1 }));
    });
    await expect(step).rejects.toThrow();
    expect(await db.orm.select().from(accounts)).toEqual([]);
  });

  test('is migrated once when several processes start together', async () => {
    const template = new URL(process.env.NOEK_TEST_POSTGRES_URL ?? '');
    const name = `noek_empty_${process.pid}_${Date.now()}`;
    const serverUrl = Object.assign(new URL(template), { pathname: '/postgres' }).href;
    await administer(serverUrl, `create database ${name}`);
    opened.push({ close: async () => void (await administer(serverUrl, `drop database ${name} with (force)`)) });
    const url = Object.assign(new URL(template), { pathname: `/${name}` }).href;
    const processes = await Promise.all([openAgain(url), openAgain(url), openAgain(url)]);
    await Promise.all(processes.map((db) => db.migrate()));
    for (const db of processes) expect(await db.orm.select().from(db.tables.users)).toEqual([]);
  });

  test('that is unreachable is an immediate error', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    await expect(openPostgres(`postgres://someone@127.0.0.1:${port}/noek`)).rejects.toThrow('ECONNREFUSED');
  });

  test('listens again after the connection breaks, with one attempt at a time', async () => {
    const direct = await openCopy();
    const gate = await openGate(new URL(direct.url));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const db = await openAgain(gate.url);
    const heard = vi.fn();
    const missed = vi.fn();
    db.listen(heard, missed);
    expect(gate.attempts()).toBe(1);

    gate.shut();
    for (let attempt = 2; attempt <= 5; attempt++) {
      await eventually(() => {
        vi.advanceTimersByTime(250);
        return gate.attempts() >= attempt;
      });
      // The time until the next attempt, or until this one is given up.
      await eventually(() => vi.getTimerCount() > 0);
      expect([gate.attempts(), vi.getTimerCount()]).toEqual([attempt, 1]);
    }

    gate.open();
    // Only until the next attempt: on a busy machine, it would otherwise be given up again and again before it has connected.
    const before = gate.attempts();
    await eventually(() => {
      vi.advanceTimersByTime(250);
      return gate.attempts() > before;
    });
    await eventually(() => {
      direct.notify('again');
      return heard.mock.calls.length > 0;
    });
    expect(heard).toHaveBeenCalledWith('again');
    expect(missed).toHaveBeenCalledTimes(1);
  });

  test('says that notifications may have been missed when it listens again, not before', async () => {
    const one = await openCopy();
    const other = await openAgain(one.url);
    const heard = vi.fn();
    const missed = vi.fn();
    const stopped = vi.fn();
    one.listen(heard, missed);
    one.listen(heard, stopped)();
    await endListeners(one.url);
    other.notify('lost');
    expect(missed).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(missed).toHaveBeenCalledTimes(1), { timeout: 10_000 });
    other.notify('heard');
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('heard'));
    expect(heard).not.toHaveBeenCalledWith('lost');
    expect(stopped).not.toHaveBeenCalled();
  });

  test('says why it is not available: full, read-only or out of reach, and is ready again', async () => {
    const db = await openCopy();
    const { allowanceAccounts: accounts } = db.tables;
    const name = new URL(db.url).pathname.slice(1);
    const failureOf = (work: PromiseLike<unknown>) => Promise.resolve(work).then(() => null, databaseFailure);
    const writes = () =>
      Promise.all([
        failureOf(db.write((orm) => orm.insert(accounts).values({ subject: 'a', total: 1 }))),
        failureOf(db.atomic((step) => step.add(step.orm.insert(accounts).values({ subject: 'b', total: 1 })))),
      ]);
    await db.ping();
    const server = Object.assign(new URL(db.url), { pathname: '/postgres' }).href;
    try {
      await administer(db.url, noSpace);
      expect(await writes()).toEqual(['full', 'full']);
      expect(await failureOf(db.ping())).toBe('full');
      const later = performance.now() + 10_001;
      const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
      expect(await failureOf(db.ping())).toBe(null);
      clock.mockRestore();

      await administer(db.url, 'drop function no_space cascade');
      await administer(server, `alter database ${name} set default_transaction_read_only = on`);
      await administer(db.url, endOthers);
      await vi.waitFor(async () => expect(await failureOf(db.ping())).toBe('read-only'), { timeout: 10_000 });
      expect(await writes()).toEqual(['read-only', 'read-only']);
    } finally {
      await administer(server, `alter database ${name} reset default_transaction_read_only`);
      await administer(db.url, 'drop function if exists no_space cascade');
    }
    await administer(db.url, endOthers);
    await vi.waitFor(() => db.ping(), { timeout: 10_000 });
    expect(await writes()).toEqual([null, null]);
  });

  test('out of reach has its own failure, and the next request connects again', async () => {
    const direct = await openCopy();
    const gate = await openGate(new URL(direct.url));
    const db = await openAgain(gate.url);
    const { allowanceAccounts: accounts } = db.tables;
    const failureOf = (work: PromiseLike<unknown>) => Promise.resolve(work).then(() => null, databaseFailure);
    const works = () => [
      failureOf(db.orm.select().from(accounts)),
      failureOf(db.write((orm) => orm.update(accounts).set({ total: 2 }))),
      failureOf(db.atomic((step) => step.add(step.orm.select().from(accounts)))),
    ];
    const broken = db.atomic((step) => {
      step.add(step.orm.select().from(accounts));
      step.add(later(async () => gate.shut()));
      step.add(step.orm.select().from(accounts));
    });
    expect(await failureOf(broken)).toBe('unreachable');
    expect(await Promise.all(works())).toEqual(['unreachable', 'unreachable', 'unreachable']);
    expect(await failureOf(db.ping())).toBe('unreachable');
    gate.open();
    expect(await Promise.all(works())).toEqual([null, null, null]);
    await db.ping();
  });

  test('repeats a transaction whose connection had broken before it began, and opens another one for it', async () => {
    const db = await openCopy();
    const { allowanceAccounts: accounts } = db.tables;
    const add = (subject: string) =>
      db.atomic((step) => {
        step.add(step.orm.insert(accounts).values({ subject, total: 1 }));
        step.add(step.orm.select().from(accounts));
      });
    await add('a');
    // The pool has one connection, and does not know yet that the server ended it.
    const query = vi.spyOn(pg.Client.prototype, 'query');
    query.mockImplementationOnce(() => Promise.reject(new Error('Connection terminated unexpectedly')));
    await add('b');
    expect(await db.orm.select({ subject: accounts.subject }).from(accounts)).toHaveLength(2);
  });

  test('gives back every connection, whatever a transaction fails of', async () => {
    const direct = await openCopy();
    const gate = await openGate(new URL(direct.url));
    const db = await openAgain(gate.url);
    const { allowanceAccounts: accounts } = db.tables;
    const failing = () =>
      db.atomic((step) => {
        step.add(step.orm.select().from(accounts));
        step.check(() => {
          throw new Error('not today');
        });
      });
    const begin = vi.spyOn(pg.Client.prototype, 'query');
    for (let i = 0; i < 5; i++) {
      await expect(failing()).rejects.toThrow('not today');
      begin.mockImplementationOnce(() => Promise.reject(Object.assign(new Error('no'), { code: '42501' })));
      await expect(failing()).rejects.toThrow('no');
    }
    gate.shut();
    for (let i = 0; i < 5; i++) await expect(failing()).rejects.toThrow();
    gate.open();
    await expect(failing()).rejects.toThrow('not today');
    expect(db.connections()).toMatchObject({ total: 1, idle: 1, waiting: 0 });
  });

  test('gives up a server that answers nothing any more, and connects again', async () => {
    const direct = await openCopy();
    const gate = await openGate(new URL(direct.url));
    const db = await openAgain(gate.url);
    const { allowanceAccounts: accounts } = db.tables;
    const works = () =>
      Promise.all([db.orm.select().from(accounts), db.atomic((step) => step.add(step.orm.select().from(accounts)))]);
    await works();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    gate.freeze();
    const failures: unknown[] = [];
    const ended = [
      db.orm.select().from(accounts),
      db.atomic((step) => step.add(step.orm.select().from(accounts))),
      db.write((orm) => orm.update(accounts).set({ total: 2 })),
    ].map((work) => Promise.resolve(work).catch((error) => failures.push(databaseFailure(error))));
    let seconds = 0;
    await eventually(() => {
      vi.advanceTimersByTime(1000);
      seconds += 1;
      return failures.length === ended.length;
    });
    expect(failures).toEqual(['unreachable', 'unreachable', 'unreachable']);
    expect(seconds).toBeLessThan(200);
    vi.useRealTimers();
    gate.open();
    await works();
    expect(db.connections()?.waiting).toBe(0);
  });

  test('waiting for a connection in turn is no outage: what waits too long is busy', async () => {
    const direct = await openCopy();
    const db = await openAgain(direct.url);
    const { allowanceAccounts: accounts } = db.tables;
    const failureOf = (work: PromiseLike<unknown>) => Promise.resolve(work).then(() => null, databaseFailure);
    const reads = () => failureOf(db.orm.select().from(accounts));
    let holding = 0;
    /** Holds a connection until it is released. */
    const hold = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const held = db.atomic((step) => {
        step.add(step.orm.select().from(accounts));
        step.add(
          later(() => {
            holding += 1;
            return promise;
          }),
        );
      });
      return { held, letGo: resolve };
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const first = [hold(), hold()];
    await eventually(() => holding === 2);
    // Nothing comes back: it may as well be an outage.
    const stuck = [reads(), failureOf(db.write((orm) => orm.update(accounts).set({ total: 2 })))];
    await eventually(() => db.connections()?.waiting === 2);
    vi.advanceTimersByTime(30_001);
    expect(await Promise.all(stuck)).toEqual(['unreachable', 'unreachable']);

    const next = hold();
    const patient = reads();
    const waiting = [reads(), failureOf(db.atomic((step) => step.add(step.orm.select().from(accounts))))];
    await eventually(() => db.connections()?.waiting === 4);
    vi.advanceTimersByTime(10_001);
    first[0]?.letGo();
    await eventually(() => holding === 3);
    vi.advanceTimersByTime(20_001);
    expect(await Promise.all([patient, ...waiting])).toEqual(['busy', 'busy', 'busy']);
    vi.useRealTimers();
    for (const one of [...first, next]) one.letGo();
    await Promise.all([...first, next].map(({ held }) => held));
    expect(await reads()).toBeNull();
    await db.ping();
  });

  test('is ready while it is too busy to answer within five seconds', async () => {
    const direct = await openCopy();
    const db = await openAgain(direct.url);
    const query = vi.spyOn(pg.Pool.prototype, 'query');
    query.mockImplementationOnce(() => new Promise(() => {}));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ready = db.ping();
    await db.orm.select().from(db.tables.allowanceAccounts);
    vi.advanceTimersByTime(5_001);
    await ready;
    query.mockImplementationOnce(() => new Promise(() => {}));
    const failed = Promise.resolve(db.ping()).then(() => null, databaseFailure);
    vi.advanceTimersByTime(5_001);
    expect(await failed).toBe('unreachable');
  });

  test('leaves a server that accepts no more changes for the one that does', async () => {
    const db = await openCopy();
    const { allowanceAccounts: accounts } = db.tables;
    await db.orm.select().from(accounts);
    const before = await backends(db.url);
    const failed = db.atomic((step) => {
      step.add(
        step.orm.select({ on: sql`set_config('transaction_read_only', 'on', true)` }).from(sql`(select 1) as one`),
      );
      step.add(step.orm.insert(accounts).values({ subject: 'a', total: 1 }));
    });
    expect(await Promise.resolve(failed).then(() => null, databaseFailure)).toBe('read-only');
    await db.atomic((step) => step.add(step.orm.insert(accounts).values({ subject: 'a', total: 1 })));
    const after = await backends(db.url);
    expect(after.filter((pid) => before.includes(pid))).toEqual(before.filter((pid) => after.includes(pid)));
    expect(after).not.toEqual(before);
  });

  test('sends a notification again if the connection that it took had broken', async () => {
    const one = await openCopy();
    const other = await openAgain(one.url);
    const heard = vi.fn();
    one.listen(heard, () => {});
    const query = vi.spyOn(pg.Pool.prototype, 'query');
    query.mockImplementationOnce(() => Promise.reject(new Error('Connection terminated unexpectedly')));
    other.notify('after all');
    await vi.waitFor(() => expect(heard).toHaveBeenCalledExactlyOnceWith('after all'));
  });
});

/** The server's processes for the connections of a database that do not listen. */
async function backends(url: string): Promise<number[]> {
  const query = `select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name <> '${listeningName}' order by pid`;
  return (await administer(url, query)).map(({ pid }) => Number(pid));
}

/** A step of a transaction that runs `work` between two queries. */
function later(work: () => Promise<void>): Statement {
  // biome-ignore lint/suspicious/noThenProperty: like a query, it starts when it is awaited.
  return { then: (onDone, onFailed) => work().then(onDone, onFailed) };
}

/** Waits in real time for socket events while fake timers are stopped. */
async function eventually(done: () => boolean): Promise<void> {
  const endAt = performance.now() + 30_000;
  while (!done() && performance.now() < endAt) await new Promise((resolve) => setImmediate(resolve));
  expect(done()).toBe(true);
}

/** A TCP proxy in front of the server that can break its connections and refuse new ones, or pass on nothing more. */
async function openGate(server: URL) {
  let isShut = false;
  let attempts = 0;
  const sockets = new Set<Socket>();
  const gate = createServer((socket) => {
    attempts += 1;
    socket.on('error', () => {});
    if (isShut) return socket.destroy();
    const inner = connect(Number(server.port), server.hostname).on('error', () => {});
    for (const one of [socket, inner]) sockets.add(one.on('close', () => sockets.delete(one)));
    socket.pipe(inner).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(gate, 'listening');
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  opened.push({
    async close() {
      closeAll();
      gate.close();
      await once(gate, 'close');
    },
  });
  const url = Object.assign(new URL(server), { port: String((gate.address() as AddressInfo).port) }).href;
  return {
    url,
    attempts: () => attempts,
    shut() {
      isShut = true;
      closeAll();
    },
    /** Keeps its connections, and passes on nothing. Those that are opened later work. */
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    open() {
      isShut = false;
    },
  };
}
