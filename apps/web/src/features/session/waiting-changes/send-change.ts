import { sendFailure } from '@noek/contract/chat/sending';
import { errorCode, isUnauthorized } from '../../../api/base/error-text.ts';
import type { TrpcClient } from '../../../api/client.ts';
import { storedUser } from '../start/stored-user.ts';
import { isWaiting, lockOf, removeWaiting, type WaitingChange, waitingChanges } from './waiting-change.ts';

/** The delay before a change is sent again, if the server did not respond although there is a connection, in milliseconds. */
const againAfterMs = 5_000;

/** The changes that may wait for a connection. Each has the same effect if the server receives it twice. */
const senders = {
  pin: (client: TrpcClient) => client.chat.update.mutate,
  move: (client: TrpcClient) => client.chat.changeConversations.mutate,
  instructions: (client: TrpcClient) => client.auth.changeAccount.mutate,
  project: (client: TrpcClient) => client.projects.update.mutate,
  deleteProject: (client: TrpcClient) => client.projects.delete.mutate,
  prompt: (client: TrpcClient) => client.prompts.update.mutate,
  deletePrompt: (client: TrpcClient) => client.prompts.delete.mutate,
  orderPrompts: (client: TrpcClient) => client.prompts.order.mutate,
};

export type ChangeKind = keyof typeof senders;
type Sender<Kind extends ChangeKind> = ReturnType<(typeof senders)[Kind]>;
type Input<Kind extends ChangeKind> = Parameters<Sender<Kind>>[0];
type Answer<Kind extends ChangeKind> = Awaited<ReturnType<Sender<Kind>>>;

const isKnown = (kind: string): kind is ChangeKind => Object.hasOwn(senders, kind);

/** Identifies this page among the open ones. */
export const pageId = `${Date.now()}-${Math.random()}`;
let isLocked = false;
/** Ends when everything that waits on this page has been sent. */
let queue: Promise<unknown> | null = null;

/**
 * Sends a change. Without a connection it waits on this device (`waits`), also if the page is closed, and is sent once there is one, after
 * everything that was waiting before it. `answer` rejects if the server refuses. It never settles if the person signs out, or their session
 * ends, first.
 */
export function sendChange<Kind extends ChangeKind>(
  client: TrpcClient,
  kind: Kind,
  input: Input<Kind>,
): { waits: boolean; answer: Promise<Answer<Kind>> } {
  const send = senders[kind](client) as (input: Input<Kind>) => Promise<Answer<Kind>>;
  const ownerId = storedUser()?.id;
  // After a sign-out, the earlier ones do not end.
  if (!waitingChanges.get().some((change) => change.pageId === pageId)) queue = null;
  if ((navigator.onLine && !queue) || ownerId === undefined) return { waits: false, answer: send(input) };
  holdLock();
  const change = { id: `${pageId}-${Math.random()}`, ownerId, pageId, kind, input };
  waitingChanges.set([...waitingChanges.get(), change]);
  const answer = (queue ?? Promise.resolve()).then(() => sendWhenConnected(client, change)) as Promise<Answer<Kind>>;
  const turn = answer.catch(() => {});
  queue = turn;
  void turn.then(() => {
    if (queue === turn) queue = null;
  });
  return { waits: true, answer };
}

/**
 * Sends a change that waits as soon as there is a connection. Rejects if the server refuses it; it then waits no more. If the session has
 * ended, it stays for the next sign-in of the person, who gets a new page.
 */
export async function sendWhenConnected(client: TrpcClient, change: WaitingChange): Promise<unknown> {
  const { id, kind, input } = change;
  for (;;) {
    await connection();
    // The person has signed out, and no answer is expected.
    if (!isWaiting(change)) return new Promise(() => {});
    try {
      if (!isKnown(kind)) throw new Error('An earlier version of the page made this change.');
      const answer = await (senders[kind](client) as (input: unknown) => Promise<unknown>)(input);
      removeWaiting((one) => one.id === id);
      return answer;
    } catch (error) {
      if (isUnauthorized(error)) return new Promise(() => {});
      const failure = isKnown(kind) ? sendFailure(error) : 'refused';
      if (failure !== 'lost' && failure !== 'unavailable') {
        removeWaiting((one) => one.id === id);
        // Gone: an earlier try may have reached the server without a response.
        if (kind.startsWith('delete') && errorCode(error) === 'NOT_FOUND') return;
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, againAfterMs));
    }
  }
}

function connection(): Promise<void> | undefined {
  if (navigator.onLine) return;
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }));
}

/** Tells other tabs that this page is open and sends its changes itself. Pages that are served without HTTPS have no locks. */
function holdLock(): void {
  if (isLocked) return;
  isLocked = true;
  navigator.locks?.request(lockOf(pageId), () => new Promise(() => {})).catch(() => {});
}
