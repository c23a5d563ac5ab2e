import type { TokenScope } from '@noek/contract/auth/tokens';
import { type ErrorCode, refusals, statusesOf } from '@noek/contract/calls/errors';
import { type Access, type Answer, isRawBody, keyOf, type Operation, refusalsOf } from '@noek/contract/calls/operation';
import { operations, operationsByFeature, procedures } from '@noek/contract/calls/operations';
import { markdownTable } from './markdown-table.ts';
import { namedTypes, shortType } from './type-text.ts';

const who: Record<Access, string> = {
  anyone: 'anyone',
  guest: 'anyone',
  'signed-in': 'signed in',
  admin: 'administrators',
};

/**
 * docs/api.md with its generated parts updated from the contract's declarations. A part is between `<!-- generated: name -->`
 * and `<!-- end -->`. Throws for an unknown name.
 */
export function withGeneratedParts(document: string): string {
  const parts: Record<string, () => string> = {
    refusals: refusalTable,
    calls: callTables,
    shapes: () => `\`\`\`ts\n${namedTypes()}\`\`\``,
    events: eventTable,
    procedures: procedureTable,
    tokens: tokenTable,
  };
  return document.replace(/(<!-- generated: (\w+) -->\n)[\s\S]*?(\n<!-- end -->)/g, (_, begin, name, end) => {
    const make = parts[name];
    if (!make) throw new Error(`docs/api.md has an unknown generated part: ${name}.`);
    return `${begin}\n${make()}\n${end}`;
  });
}

/** The headings of the calls. */
export const titles: Record<keyof typeof operationsByFeature, string> = {
  auth: 'Accounts and sessions',
  tokens: 'Personal API tokens',
  apps: 'Connected apps',
  chat: 'Conversations and guests',
  files: 'Files',
  knowledge: 'The knowledge base',
  memory: 'Memories',
  projects: 'Projects',
  prompts: 'Prompts',
  subscription: 'Subscriptions and payments',
  archive: 'Export and import',
  admin: 'Administrators',
  campaigns: 'Emails to many people',
  reports: 'Reports from people',
  webhooks: 'Webhooks',
  config: 'The server',
};

function callTables(): string {
  return Object.entries(operationsByFeature)
    .map(([feature, own]) => `### ${titles[feature as keyof typeof titles]}\n\n${callTable(Object.values(own))}`)
    .join('\n\n');
}

const callTable = (own: Operation[]) =>
  markdownTable(
    ['method', 'path', 'access', 'description', 'input → response', 'errors'],
    own.map((operation) => [
      operation.method.toUpperCase(),
      operation.path,
      who[operation.access],
      operation.summary,
      [takes(operation), `→ ${operation.answers.map(answers).join(', or ')}`].filter(Boolean).join(' '),
      refused(operation).join(', '),
    ]),
  );

function takes({ query, headers, body }: Operation): string {
  const parts = [
    query ? code(`?${Object.keys(query.shape).join('=&')}=`) : '',
    body ? (isRawBody(body) ? body.mediaType : code(shortType(body, 'input'))) : '',
    ...Object.keys(headers?.shape ?? {}).map((name) => `header ${code(name)}`),
  ];
  return parts.filter(Boolean).join(', ');
}

function answers(answer: Answer): string {
  if ('json' in answer) {
    const headers = Object.keys(answer.headers ?? {}).map(code);
    return `${answer.status} ${code(shortType(answer.json, 'output'))}${headers.length > 0 ? ` with ${headers.join(', ')}` : ''}`;
  }
  if ('events' in answer) return 'an [event stream](#event-streams)';
  if ('file' in answer) return `${answer.status} ${answer.file}`;
  return 'redirect' in answer ? `${answer.status} ${answer.redirect}` : `${answer.status}`;
}

/** The error statuses of a call, without those that every call except GET can return. */
function refused(operation: Operation): number[] {
  const { method, access } = operation;
  const own = (operation.refusals ?? []).map((refusal) => (typeof refusal === 'string' ? refusal : refusal.code));
  const ofEveryWrite = (asked: ErrorCode) =>
    method !== 'get' && !own.includes(asked) && (asked === 'PAYLOAD_TOO_LARGE' || asked === 'FORBIDDEN');
  const codes = refusalsOf(operation).filter((refusal) => access === 'admin' || !ofEveryWrite(refusal.code));
  return [...new Set(codes.flatMap((refusal) => statusesOf(refusal.code)))].toSorted();
}

function refusalTable(): string {
  const rows = Object.entries(refusals).toSorted(([, a], [, b]) => a.status - b.status);
  return markdownTable(
    ['status', 'code', 'meaning', 'more fields'],
    rows.map(([name, { status, meaning }]) => [String(status), code(name), meaning, moreFields(name as ErrorCode)]),
  );
}

/** The fields of an error other than message and code, with the paths that send them if not all do. */
function moreFields(name: ErrorCode): string {
  const senders = operations.flatMap((operation) =>
    refusalsOf(operation)
      .filter((refusal) => refusal.code === name)
      .map(({ fields }) => ({ path: operation.path, text: fields ? shortType(fields, 'output') : '' })),
  );
  const byText = Map.groupBy(senders, ({ text }) => text);
  return [...byText]
    .filter(([text]) => text !== '')
    .map(([text, sent]) => code(text) + (byText.size > 1 ? ` (${sent.map(({ path }) => path).join(', ')})` : ''))
    .join('; ');
}

function eventTable(): string {
  const events = operationsByFeature.chat.send.answers[1].events;
  return markdownTable(
    ['event', 'data'],
    Object.entries(events).map(([name, data]) => [code(name), data.description ?? '']),
  );
}

const meanings: Record<TokenScope, string> = {
  read: '`read`: reads',
  chat: '`chat`: also sends messages and creates conversations',
  all: '`all`: also changes and deletes conversations and memories',
};

function tokenTable(): string {
  return markdownTable(
    ['a token with the scope', 'paths', 'typed procedures'],
    Object.entries(meanings).map(([access, meaning]) => [
      meaning,
      listed(operations.filter(({ token = 'never' }) => token === access).map(keyOf)),
      listed(procedures.filter(({ token = 'never' }) => token === access).map(({ path }) => path)),
    ]),
  );
}

const listed = (names: string[]) => names.map(code).join(', ');

function procedureTable(): string {
  const types = ['query', 'mutation', 'subscription'] as const;
  const named = procedures.map(({ path, type }) => ({ ...nameOf(path), type }));
  return markdownTable(
    ['router', 'queries', 'mutations', 'subscriptions'],
    [...Map.groupBy(named, ({ router }) => router)].map(([router, own]) => [
      code(router),
      ...types.map((asked) =>
        own
          .filter(({ type }) => type === asked)
          .map(({ name }) => code(name))
          .join(', '),
      ),
    ]),
  );
}

const nameOf = (path: string) => ({ router: path.split('.')[0] ?? '', name: path.split('.')[1] ?? '' });
const code = (text: string) => `\`${text}\``;
