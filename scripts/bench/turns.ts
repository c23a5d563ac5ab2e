import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

export type Turn = { firstTokenMs: number };
/** `turn` sends one message; calls that run at the same time have different slots, and so come from different people. */
export type Target = { name: string; pid: number; turn(slot: number): Promise<Turn> };

/** The most turns that run at the same time. */
const slots = 64;

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
  return { firstTokenMs };
}

/** The baseline of this machine: the model behind a proxy that only pipes. */
export function proxyTurn(origin: string): () => Promise<Turn> {
  const body = { model: 'bench', stream: true, messages: [{ role: 'user', content: prompt }] };
  return () => timed(performance.now(), `${origin}/v1/chat/completions`, { body }, /"content":"/, /\[DONE\]/);
}

/** A guest's message over REST, with a streamed response. */
export async function restTurn(origin: string): Promise<Target['turn']> {
  const cookies = await guestCookies(origin);
  return (slot) => {
    const headers = { cookie: cookies[slot] ?? '', accept: 'text/event-stream' };
    const body = { message: prompt, conversationId: null, clientMessageId: randomUUID() };
    return timed(performance.now(), `${origin}/api/guest/chat`, { headers, body }, /event: delta/, /event: done/);
  };
}

/** A guest's message as a browser sends it: the typed send, followed by the event stream of the answer. */
export async function browserTurn(origin: string): Promise<Target['turn']> {
  const cookies = await guestCookies(origin);
  return async (slot) => {
    const headers = { cookie: cookies[slot] ?? '' };
    const started = performance.now();
    const body = { content: prompt, conversationId: null, clientMessageId: randomUUID() };
    const sent = await call(`${origin}/api/trpc/chat.send`, { headers, body });
    const { messageId } = { messageId: JSON.parse(sent.text).result.data.assistantMessage.id as string };
    const input = encodeURIComponent(JSON.stringify({ messageId, lastEventId: 0 }));
    const url = `${origin}/api/trpc/chat.events?input=${input}`;
    return timed(started, url, { method: 'GET', headers }, /"type":"d/, /"type":"done"/);
  };
}

/** A guest per slot: one guest may have only a few answers at once. */
async function guestCookies(origin: string): Promise<string[]> {
  const guests: string[] = [];
  while (guests.length < slots) {
    const { cookies } = await call(`${origin}/api/guest/status`, { method: 'GET' });
    guests.push(cookies.map((line) => line.split(';')[0]).join('; '));
  }
  return guests;
}
