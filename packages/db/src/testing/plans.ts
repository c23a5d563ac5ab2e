import { getTableName } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { postgresTables } from '../tables.ts';
import { withClient } from './postgres.ts';

// Plans are those of a large database only if the tables are large: the planner goes by their size on disk and by their statistics.

const people = 10_000;
const conversations = 30_000;
const messages = 300_000;
/** A table or index with more rows than this is never read as a whole, and no request sorts more rows than that. */
const largeTable = 5_000;
const longestSort = 500;
/** What the planner counts for making a plan of a few tables. */
const planningCost = 10;

/** How many rows a table gets; the others get one for each person. Those with few rows in a large installation get few here. */
const rows: Record<string, number> = {
  conversations,
  messages,
  memories: 100_000,
  memory_versions: 50_000,
  allowance_ledger: 200_000,
  sessions: 20_000,
  outbox: 50_000,
  audit_log: 50_000,
  files: 50_000,
  file_blobs: 50_000,
  file_pages: 100_000,
  message_files: 50_000,
  imported_conversations: 50_000,
  imported_memories: 50_000,
  figures: 50_000,
  generations: 200,
  generation_events: 2_000,
  campaigns: 100,
  leases: 0,
  processes: 0,
  knowledge_sources: 0,
  knowledge_revisions: 0,
  sandbox_objects: 0,
  sandbox_requests: 0,
  sandbox_events: 0,
};

/** Values of row `i` that matter to plans. The other columns are null, have their default, or some value of their type. */
const values: Record<string, Record<string, string>> = {
  conversations: {
    user_id: `case when i < ${conversations * 0.9} then 'users-' || i % ${people} end`,
    guest_id: `case when i >= ${conversations * 0.9} then 'guests-' || i % ${people} end`,
    head_message_id: `'messages-' || (${messages - conversations} + i)`,
    next_ordinal: `${messages / conversations}`,
    deleted_at: "case when i % 100 = 1 then now() - interval '1 day' end",
    pinned: 'i % 50 = 1',
    archived: 'i % 10 = 1',
  },
  messages: {
    conversation_id: `i % ${conversations} + 1`,
    parent_id: `case when i >= ${conversations} then 'messages-' || i - ${conversations} end`,
    ordinal: `i / ${conversations}`,
    role: `case when i / ${conversations} % 2 = 0 then 'user' else 'assistant' end`,
    content: "'The tide comes in ' || i",
    status: "'complete'",
    sender_key: `case when i / ${conversations} % 2 = 0 then 'u:users-' || i % ${people} end`,
    client_message_id: `case when i / ${conversations} % 2 = 0 then 'sent-' || i end`,
    active: 'i % 50 <> 1',
  },
  allowance_ledger: { subject: `'user:users-' || i % ${people}`, amount: '1', total_before: `i / ${people}` },
  allowance_accounts: { subject: "'user:users-' || i" },
  outbox: { status: "case when i % 1000 = 1 then 'pending' else 'sent' end", user_id: `'users-' || i % ${people}` },
  audit_log: {
    target_user_id: `'users-' || i % ${people}`,
    actor_id: `'users-' || i % 10`,
    action: `'action-' || i % 20`,
  },
  files: { user_id: `'users-' || i % ${people}`, state: "'ready'", in_search: 'true' },
  file_pages: { file_id: "'files-' || i % 50000", number: 'i / 50000', part: '0', in_search: 'true' },
  message_files: { message_id: "'messages-' || i", file_id: "'files-' || i" },
  archive_jobs: {
    status: "'done'",
    kind: "case when i % 2 = 0 then 'export' else 'import' end",
    ended_at: 'now()',
  },
  // Few are for everybody.
  prompts: { user_id: `case when i > 100 then 'users-' || i % ${people} end` },
  memory_versions: { memory_id: "'memories-' || i" },
  reports: {
    closed_at: 'now()',
    reason: "'other'",
    kind: "case when i % 2 = 0 then 'answer' else 'share' end",
  },
  users: { email: "'person-' || i || '@people.example'" },
};

/** The tables of search, which triggers write otherwise. */
const search = [
  `insert into search_owners (user_id) select 'users-' || i from generate_series(0, ${people - 1}) i`,
  `insert into search_documents (message_id, owner_id, created_at, words)
    select m.id, o.id, m.created_at, array_to_tsvector(array['m' || o.id || '/tide', 'm' || o.id || '/word' || ordinal])
    from messages m join conversations c on c.id = m.conversation_id join search_owners o on o.user_id = c.user_id where m.ordinal < 2`,
  `insert into search_people (user_id, words, grams)
    select id, name || ' ' || email, search_people_grams(search_people_fold(name || ' ' || email), 1, 3) from users`,
];

/**
 * Fills the empty, migrated database at `url` like that of an installation with 10,000 people and 300,000 messages. Ids are those of the
 * table's name and the number of the row: "users-7".
 */
export async function fillTables(url: string): Promise<void> {
  await withClient(url, async (client) => {
    // Without triggers, and without looking at references.
    await client.query("set session_replication_role = replica; set maintenance_work_mem = '256MB'");
    const indexes = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
        where not indisprimary and indrelid in ('messages'::regclass, 'search_documents'::regclass)`,
    );
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
    for (const table of Object.values(postgresTables) as unknown as PgTable[]) await client.query(insertInto(table));
    for (const statement of search) await client.query(statement);
    for (const { definition } of indexes.rows) await client.query(definition);
    await client.query('analyze');
  });
}

const countOf = (table: PgTable): number => rows[getTableName(table)] ?? people;

function insertInto(table: PgTable): string {
  const name = getTableName(table);
  const { columns, foreignKeys, primaryKeys } = getTableConfig(table);
  const parents = new Map(
    foreignKeys.flatMap((key) => {
      const { columns: own, foreignColumns } = key.reference();
      const [column, parent] = [own[0], foreignColumns[0]];
      return own.length === 1 && column && parent ? [[column.name, parent] as const] : [];
    }),
  );
  const composed = new Set(primaryKeys.flatMap(({ columns: ofKey }) => ofKey.map((column) => column.name)));
  const filled = columns.flatMap((column) => {
    const value = values[name]?.[column.name] ?? someValue(column, parents.get(column.name), composed.has(column.name));
    return value === null ? [] : [[`"${column.name}"`, value] as const];
  });
  const list = filled.map(([column]) => column).join(', ');
  const select = filled.map(([, value]) => value).join(', ');
  return `insert into "${name}" (${list}) select ${select} from generate_series(0, ${countOf(table) - 1}) i`;
}

/** A value for row `i`; null: the column's default. */
function someValue(column: PgColumn, parent: PgColumn | undefined, isKey: boolean): string | null {
  if (parent && column.notNull) return idOf(parent.table, parent, `i % ${countOf(parent.table)}`);
  if (column.primary || isKey) return idOf(column.table, column, 'i');
  if (!column.notNull || column.hasDefault) return null;
  const type = column.getSQLType();
  if (type === 'text') return `'${column.name}-' || i`;
  if (type === 'bigint') return 'i';
  if (type === 'boolean') return 'false';
  if (type === 'json') return "'[]'";
  const isLater = /expires|until|next_attempt|period_end/.test(column.name);
  return `now() ${isLater ? '+' : '-'} interval '1 day' + i * interval '1 millisecond'`;
}

const idOf = (table: PgTable, column: PgColumn, row: string): string =>
  column.getSQLType() === 'text' ? `'${getTableName(table)}-' || ${row}` : `${row} + 1`;

export type RecordedQuery = { text: string; values: unknown[]; isNamed: boolean };

/** Records the statements of this process on PostgreSQL until `stop` is called, each text once. `take` returns those since the last call. */
export function recordQueries(): { take(): RecordedQuery[]; stop(): void } {
  const { query } = pg.Client.prototype;
  let seen = new Map<string, RecordedQuery>();
  const recorded = (config: unknown, given: unknown) => {
    const { text, name, values: own } = (typeof config === 'string' ? { text: config } : config) as pg.QueryConfig;
    const bound = Array.isArray(given) ? given : (own ?? []);
    if (text) seen.set(text, { text, values: bound, isNamed: Boolean(name) });
  };
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    recorded(args[0], args[1]);
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  return {
    take() {
      const found = [...seen.values()];
      seen = new Map();
      return found;
    },
    stop() {
      pg.Client.prototype.query = query;
    },
  };
}

export type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Filter?: string;
  'Sort Key'?: string[];
  'Plan Rows': number;
  Plans?: PlanNode[];
};

/**
 * What is slow in the plans of a statement with these values and, if it is prepared, without them, as PostgreSQL may run it after five
 * times: a table or an index of which everything is read, and a sort of more rows than a page has.
 */
export async function slowSteps(url: string, { text, values: given, isNamed }: RecordedQuery): Promise<string[]> {
  return withClient(url, async (client) => {
    const large = await client.query<{ relname: string }>(
      `select relname from pg_class where reltuples > ${largeTable}`,
    );
    const names = new Set(large.rows.map(({ relname }) => relname));
    const plans = await explain(client, { text: `explain (format json) ${text}`, values: given });
    if (isNamed) plans.push(...(await withoutValues(client, text, plans)));
    return [...new Set(plans.flatMap((plan) => slowOf(plan, names, false)))];
  });
}

/** The plan without values. PostgreSQL uses it unless it costs more than planning with them each time. */
async function withoutValues(client: pg.Client, text: string, planned: readonly Plan[]): Promise<Plan[]> {
  const count = Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
  const nulls = Array.from({ length: count }, () => 'null').join(', ');
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query(`prepare recorded as ${text}`);
  const plans = await explain(client, { text: `explain (format json) execute recorded${count ? `(${nulls})` : ''}` });
  const costOf = (all: readonly Plan[]) => all.reduce((sum, plan) => sum + plan['Total Cost'], 0);
  return costOf(plans) <= costOf(planned) + planningCost ? plans : [];
}

type Plan = {
  'Node Type': string;
  'Total Cost': number;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Sort Key'?: string[];
  'Plan Rows': number;
  Plans?: Plan[];
};

async function explain(client: pg.Client, query: pg.QueryConfig): Promise<Plan[]> {
  const { rows: lines } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(query);
  return lines.flatMap((line) => line['QUERY PLAN'].map(({ Plan }) => Plan));
}

/** `limited`: only the first rows of this step are asked for. */
function slowOf(plan: Plan, large: ReadonlySet<string>, limited: boolean): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '', 'Plan Rows': count } = plan;
  const found: string[] = [];
  if (type === 'Seq Scan' && large.has(table)) found.push(`all of ${table}`);
  if (/Index/.test(type) && large.has(index) && !plan['Index Cond'] && !limited) found.push(`all of ${index}`);
  if (type === 'Sort' && count > longestSort) found.push(`a sort of ${count} rows by ${plan['Sort Key']?.join(', ')}`);
  return [...found, ...(plan.Plans ?? []).flatMap((part) => slowOf(part, large, limited || type === 'Limit'))];
}
