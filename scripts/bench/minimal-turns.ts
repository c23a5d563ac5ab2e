import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

// The least that a chat server does for a turn: it finds the session of a cookie, checks the quota, saves the question, reads the
// model's stream event by event, sends each piece on, and saves the answer with its cost before it says that it is done.
// Arguments: port, the model's port, the database file.

const [port = 0, modelPort = 0] = process.argv.slice(2, 4).map(Number);
const db = new DatabaseSync(process.argv[4] ?? ':memory:');
db.exec(`
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table people (id text primary key, quota integer not null, used integer not null default 0);
  create table sessions (token_hash text primary key, person_id text not null references people, expires_at integer not null);
  create table chats (id text primary key, person_id text not null references people, title text not null, changed_at integer not null);
  create index chats_of_person on chats (person_id, changed_at);
  create table messages (chat_id text not null references chats, position integer not null, role text not null, content text not null,
    created_at integer not null, primary key (chat_id, position)) without rowid;
  create virtual table words using fts5 (content);
`);
const addPerson = db.prepare('insert into people (id, quota) values (?, 1000000000)');
const addSession = db.prepare('insert into sessions values (?, ?, ?)');
const personOf = db.prepare(
  'select p.id, p.quota - p.used as remaining from sessions s join people p on p.id = s.person_id where s.token_hash = ? and s.expires_at > ?',
);
const putChat = db.prepare(
  'insert into chats values (?, ?, ?, ?) on conflict (id) do update set changed_at = excluded.changed_at where person_id = excluded.person_id',
);
const addMessage = db.prepare(
  'insert into messages select ?1, coalesce(max(position), 0) + 1, ?2, ?3, ?4 from messages where chat_id = ?1',
);
const addWords = db.prepare('insert into words (content) values (?)');
const lastMessages = db.prepare('select role, content from messages where chat_id = ? order by position desc limit 40');
const charge = db.prepare('update people set used = used + 1 where id = ? and used < quota');

function inTransaction<Result>(work: () => Result): Result {
  db.exec('begin immediate');
  try {
    const result = work();
    db.exec('commit');
    return result;
  } catch (error) {
    db.exec('rollback');
    throw error;
  }
}

function save(chatId: string, role: 'user' | 'assistant', content: string): void {
  addMessage.run(chatId, role, content, Date.now());
  addWords.run(content);
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

function signIn(response: ServerResponse): void {
  const personId = randomUUID();
  const token = randomBytes(24).toString('base64url');
  inTransaction(() => {
    addPerson.run(personId);
    addSession.run(hashOf(token), personId, Date.now() + 86_400_000);
  });
  response.setHeader('set-cookie', `session=${token}; HttpOnly; SameSite=Lax; Path=/`).end();
}

function answer(personId: string, body: string, response: ServerResponse): void {
  const { chatId, content } = JSON.parse(body) as { chatId: string; content: string };
  const messages = inTransaction(() => {
    putChat.run(chatId, personId, content.slice(0, 40), Date.now());
    save(chatId, 'user', content);
    return lastMessages.all(chatId).toReversed();
  });
  const asked = JSON.stringify({ model: 'bench', stream: true, messages });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(asked) };
  const call = { host: '127.0.0.1', port: modelPort, method: 'POST', path: '/v1/chat/completions', headers, agent };
  request(call, (stream) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    let rest = '';
    let whole = '';
    stream.setEncoding('utf8').on('data', (part: string) => {
      const events = (rest + part).split('\n\n');
      rest = events.pop() ?? '';
      let pieces = '';
      for (const event of events) {
        const piece = pieceOf(event);
        whole += piece;
        if (piece) pieces += `data: ${JSON.stringify({ piece })}\n\n`;
      }
      if (pieces) response.write(pieces);
    });
    stream.on('end', () => {
      inTransaction(() => {
        save(chatId, 'assistant', whole);
        charge.run(personId);
      });
      response.end('data: {"done":true}\n\n');
    });
  })
    .on('error', () => response.destroy())
    .end(asked);
}

/** The text in one event of the model; empty for none. */
function pieceOf(event: string): string {
  if (!event.startsWith('data: {')) return '';
  return JSON.parse(event.slice(6)).choices[0]?.delta.content ?? '';
}

function onBody(incoming: IncomingMessage, then: (body: string) => void): void {
  let body = '';
  incoming.setEncoding('utf8').on('data', (part: string) => {
    body += part;
  });
  incoming.on('end', () => then(body));
}

const server = createServer((incoming, response) =>
  onBody(incoming, (body) => {
    if (incoming.method === 'GET') return response.end();
    if (incoming.url === '/sign-in') return signIn(response);
    const [, token = ''] = /(?:^|; )session=([\w-]+)/.exec(incoming.headers.cookie ?? '') ?? [];
    const person = personOf.get(hashOf(token), Date.now());
    if (!person) return response.writeHead(401).end();
    if (Number(person.remaining) <= 0) return response.writeHead(402).end();
    return answer(String(person.id), body, response);
  }),
);
// The same as in proxy.ts.
server.keepAliveTimeout = 120_000;
server.listen(port, '127.0.0.1');
