import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { openLiveStream } from './live-stream.ts';

/** Both from the start of the request. */
export type Turn = { firstTokenMs: number; turnMs: number };
/** `turn` sends one message; calls that run at the same time have different slots, and so come from different people. */
export type Target = { name: string; pid: number; turn(slot: number): Promise<Turn> };

/** The most turns that run at the same time. */
const mostAtOnce = 64;

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const prompt = 'Tell me something about the sea, in a few paragraphs, please.';

type Call = { method?: string; headers?: Record<string, string>; body?: unknown; onChunk?: (text: string) => void };

/** One request on a keep-alive connection. Resolves to the complete response. */
export function call(url: string, { method = 'POST', headers = {}, body, onChunk }: Call = {}) {
  return new Promise<{ status: number; text: string; cookies: string[] }>((resolve, reject) => {
    const payload = body === undefined ? '' : JSON.stringify(body);
    const sent = request(
      url,
      {
        method,
        agent,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload), ...headers },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
          onChunk?.(text);
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text, cookies: answer.headers['set-cookie'] ?? [] }),
        );
        answer.on('error', reject);
      },
    );
    sent.setTimeout(60_000, () => sent.destroy(new Error('timeout')));
    sent.on('error', reject);
    sent.end(payload);
  });
}

/** Reads a stream, records the time of the first token, and requires the end mark. */
async function timed(started: number, url: string, options: Call, first: RegExp, end: RegExp): Promise<Turn> {
  let firstTokenMs = Number.NaN;
  const { status, text } = await call(url, {
    ...options,
    onChunk(soFar) {
      if (Number.isNaN(firstTokenMs) && first.test(soFar)) firstTokenMs = performance.now() - started;
    },
  });
  if (status !== 200 || !end.test(text)) throw new Error(`status ${status}: ${text.slice(-300)}`);
  return { firstTokenMs, turnMs: performance.now() - started };
}

/** The baseline of this machine: the model behind a proxy that only pipes. */
export function proxyTurn(origin: string): () => Promise<Turn> {
  const body = { model: 'bench', stream: true, messages: [{ role: 'user', content: prompt }] };
  return () => timed(performance.now(), `${origin}/v1/chat/completions`, { body }, /"content":"/, /\[DONE\]/);
}

/** The floor: a server that does the least of what a turn needs, for a person per slot. */
export async function minimalTurn(origin: string, slots = mostAtOnce): Promise<Target['turn']> {
  const people = await Promise.all(
    Array.from({ length: slots }, async () => cookieOf(await call(`${origin}/sign-in`))),
  );
  return (slot) => {
    const body = { chatId: randomUUID(), content: prompt };
    const headers = { cookie: people[slot] ?? '' };
    return timed(performance.now(), `${origin}/turn`, { headers, body }, /"piece"/, /"done":true/);
  };
}

/** A guest's message over REST, with a streamed response. */
export async function restTurn(origin: string, slots = mostAtOnce): Promise<Target['turn']> {
  const cookies = await guestCookies(origin, slots);
  return (slot) => {
    const headers = { cookie: cookies[slot] ?? '', accept: 'text/event-stream' };
    const body = { message: prompt, conversationId: null, clientMessageId: randomUUID() };
    return timed(performance.now(), `${origin}/api/guest/chat`, { headers, body }, /event: delta/, /event: done/);
  };
}

/** A guest's message as the page sends it: the typed send. The answer arrives on the stream that the page keeps open. */
export async function pageTurn(origin: string, slots = mostAtOnce): Promise<Target['turn']> {
  const cookies = await guestCookies(origin, slots);
  const streams = await Promise.all(cookies.map((cookie) => openLiveStream(origin, cookie, agent)));
  return async (slot) => {
    const started = performance.now();
    const body = { content: prompt, conversationId: null, clientMessageId: randomUUID() };
    const sent = await call(`${origin}/api/trpc/chat.send`, { headers: { cookie: cookies[slot] ?? '' }, body });
    if (sent.status !== 200) throw new Error(`status ${sent.status}: ${sent.text.slice(-300)}`);
    const { id } = JSON.parse(sent.text).result.data.assistantMessage as { id: string };
    const { firstAt, doneAt } = (await streams[slot]?.(id)) ?? { firstAt: Number.NaN, doneAt: Number.NaN };
    return { firstTokenMs: firstAt - started, turnMs: doneAt - started };
  };
}

/** A guest per slot: one guest may have only a few answers at once. */
async function guestCookies(origin: string, slots: number): Promise<string[]> {
  const guests: string[] = [];
  while (guests.length < slots) guests.push(cookieOf(await call(`${origin}/api/guest/status`, { method: 'GET' })));
  return guests;
}

const cookieOf = ({ cookies }: { cookies: string[] }) => cookies.map((line) => line.split(';')[0]).join('; ');
