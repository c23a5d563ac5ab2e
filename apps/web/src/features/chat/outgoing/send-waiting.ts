import type { SendResult } from '@noek/contract/chat';
import { errorText, refusalOf } from '../../../api/error-text.ts';
import type { OutgoingMessage, OutgoingMessages } from './outgoing-messages.ts';

const lockName = 'noek-outgoing';

export type SendWaitingPorts = {
  outgoing: OutgoingMessages;
  ownerId: string | null;
  send(message: OutgoingMessage): Promise<SendResult>;
  /** Has the session of the owner ended? Asked when the server says that what is theirs is not there. */
  hasLeft(): Promise<boolean>;
  /** The server has a message. */
  onSent(result: SendResult, message: OutgoingMessage): void;
  /** Resolves when an answer is done; the next message is written to all of it. */
  untilAnswered(result: SendResult): Promise<void>;
  /** Nothing more can be sent now: the page is left, or somebody else is here. */
  signal: AbortSignal;
};

/**
 * Sends what waits, in order, one at a time, in one tab at a time. Resolves to true when nothing is left to send, to false
 * when the server cannot be reached and it has to be tried again.
 */
export async function sendWaiting(ports: SendWaitingPorts): Promise<boolean> {
  // Pages without https have no locks: there the server sees twice what two tabs send, and takes it once.
  if (!navigator.locks) return sendAll(ports);
  try {
    return await navigator.locks.request(lockName, { signal: ports.signal }, () => sendAll(ports));
  } catch (error) {
    if (ports.signal.aborted) return true;
    throw error;
  }
}

async function sendAll(ports: SendWaitingPorts): Promise<boolean> {
  const { outgoing, ownerId, signal } = ports;
  outgoing.refresh();
  for (let message = outgoing.next(ownerId); message; message = outgoing.next(ownerId)) {
    if (signal.aborted) return true;
    try {
      const result = await ports.send(message);
      outgoing.sent(message.clientMessageId, result);
      ports.onSent(result, message);
      if (outgoing.of(result.conversation.id, ownerId).length > 0) await ports.untilAnswered(result);
    } catch (error) {
      if (signal.aborted) return true;
      if (!(await isHeld(error, message, ports))) return false;
    }
    outgoing.refresh();
  }
  return true;
}

/** Notes what a message waits for that the server refused. False: it did not refuse it, and may take it later. */
async function isHeld(
  error: unknown,
  { clientMessageId, ownerId }: OutgoingMessage,
  { outgoing, hasLeft }: SendWaitingPorts,
): Promise<boolean> {
  const status = refusalOf(error)?.httpStatus;
  if (status === undefined || status >= 500 || status === 408) return false;
  if (ownerId !== null && (status === 401 || status === 404) && (await hasLeft()))
    outgoing.hold(clientMessageId, 'session');
  else outgoing.hold(clientMessageId, 'decision', errorText(error));
  return true;
}
