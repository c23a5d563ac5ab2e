import { type Agent, get } from 'node:http';

const patienceMs = 60_000;

/** When the first word of an answer and its end arrived, as of `performance.now()`. */
export type Arrived = { firstAt: number; doneAt: number };
type Waiting = { firstAt: number | null; done: PromiseWithResolvers<Arrived> };
type LiveEvent = { type: string; messageId?: string; message?: { id: string } };

/**
 * The one stream that a browser keeps open: everything that happens in a person's chats. Resolves once it is open, to a function
 * that resolves when an answer is complete.
 */
export function openLiveStream(
  origin: string,
  cookie: string,
  agent: Agent,
): Promise<(messageId: string) => Promise<Arrived>> {
  const answers = new Map<string, Waiting>();
  // An answer may begin before the response to its send has arrived.
  function waitingFor(messageId: string): Waiting {
    const known = answers.get(messageId);
    if (known) return known;
    const fresh = { firstAt: null, done: Promise.withResolvers<Arrived>() };
    answers.set(messageId, fresh);
    return fresh;
  }

  function see({ type, messageId, message }: LiveEvent): void {
    const now = performance.now();
    if (type === 'delta' && messageId) waitingFor(messageId).firstAt ??= now;
    if (type !== 'done' || !message) return;
    const { firstAt, done } = waitingFor(message.id);
    done.resolve({ firstAt: firstAt ?? now, doneAt: now });
  }

  async function answer(messageId: string): Promise<Arrived> {
    const { done } = waitingFor(messageId);
    const late = setTimeout(() => done.reject(new Error('An answer did not arrive on the live stream.')), patienceMs);
    try {
      return await done.promise;
    } finally {
      clearTimeout(late);
      answers.delete(messageId);
    }
  }

  return new Promise((resolve, reject) => {
    const headers = { cookie, accept: 'text/event-stream' };
    const sent = get(`${origin}/api/trpc/chat.live`, { agent, headers }, (stream) => {
      let rest = '';
      stream.setEncoding('utf8').on('data', (part: string) => {
        const frames = (rest + part).split('\n\n');
        rest = frames.pop() ?? '';
        for (const event of frames.flatMap(eventsOf))
          if (event.type === 'hello') resolve(answer);
          else see(event);
      });
      stream.on('close', () => reject(new Error('The live stream has ended.')));
    });
    sent.on('error', reject);
  });
}

/** The events of a frame, which come in batches. Other frames keep the connection open. */
function eventsOf(frame: string): LiveEvent[] {
  const data = /^data: ?([[{].*)$/m.exec(frame)?.[1];
  return data ? [JSON.parse(data) as LiveEvent | LiveEvent[]].flat() : [];
}
