import type { Step } from '@noek/contract/chat/answers';
import type { Message, MessageCursor, MessagePage } from '@noek/contract/chat/schemas';

/** The loaded part of the shown branch: one page that grows at both ends, oldest message first. */
export type MessageWindow = MessagePage;

/** A conversation without messages. */
export const emptyWindow: MessageWindow = { messages: [], older: null, newer: null, versions: {} };

/** The loaded messages of a conversation, oldest first; empty while nothing is loaded. */
export const messagesIn = (window: MessageWindow | undefined): readonly Message[] => window?.messages ?? [];

/**
 * Returns a window with changes applied. Known messages are replaced in place, unless the known answer is further along than the change.
 * A new message goes after its parent and replaces everything that followed, because it begins another branch. Returns null if a new
 * message has no place in the window, so that the messages have to be read again.
 */
export function withMessages(window: MessageWindow, news: readonly Message[]): MessageWindow | null {
  let result: MessageWindow | null = window;
  for (const message of news) result = result && withMessage(result, message);
  return result;
}

const asksStill = ({ forget, keep }: Step) => forget?.state === 'open' || keep?.state === 'open';

/** Keeps the decisions that were made in an answer: its end may be reported after a decision that was made right after it. */
function withDecisions(message: Message, known: Message): Message {
  const decided = new Map(known.steps.flatMap((step) => (asksStill(step) ? [] : [[step.id, step]])));
  if (decided.size === 0) return message;
  const steps = message.steps.map((step) => (asksStill(step) ? (decided.get(step.id) ?? step) : step));
  return { ...message, steps };
}

function withMessage(window: MessageWindow, message: Message): MessageWindow | null {
  const { messages, older, newer, versions } = window;
  const at = messages.findIndex(({ id }) => id === message.id);
  const known = messages[at];
  const isBehind = message.status === 'streaming' && known && known.sequence > message.sequence;
  if (known) return isBehind ? window : { ...window, messages: messages.with(at, withDecisions(message, known)) };

  const parentAt = message.parentId === null ? -1 : messages.findIndex(({ id }) => id === message.parentId);
  // Its place is at an end that is not loaded, or an earlier change was missed.
  if (message.parentId !== null && parentAt === -1) return newer === null ? null : window;
  const kept = messages.slice(0, parentAt + 1);
  const sibling = message.parentId === null && older !== null ? undefined : messages[parentAt + 1];
  // A version that is not shown: an older one, or one that the reader has left.
  const isHidden = sibling && (sibling.createdAt > message.createdAt || versions[sibling.id]?.includes(message.id));
  if (isHidden) return window;
  const ids = sibling ? [...(versions[sibling.id] ?? [sibling.id]), message.id] : [message.id];
  const group = ids.filter((id) => !(id === sibling?.id && leftNothing(sibling)));
  const keptVersions = kept.flatMap(({ id }) => (versions[id] ? [[id, versions[id]] as const] : []));
  return {
    messages: [...kept, message],
    older: message.parentId === null ? null : older,
    newer: null,
    versions: Object.fromEntries(group.length > 1 ? [...keptVersions, [message.id, group]] : keptVersions),
  };
}

/** A failed attempt is not a version worth going back to. */
const leftNothing = ({ status, content }: Message) => status === 'failed' && content === '';

/** Whether two ends of windows are the same. */
export const isSame = (one: MessageCursor | null, other: MessageCursor | null) =>
  JSON.stringify(one) === JSON.stringify(other);

const without = (messages: readonly Message[], known: readonly Message[]) => {
  const ids = new Set(known.map(({ id }) => id));
  return messages.filter(({ id }) => !ids.has(id));
};

/** The window after the messages that another one has before it. If the other one does not have its first message, nothing changes. */
export function withBefore(window: MessageWindow, other: MessageWindow): MessageWindow {
  const at = other.messages.findIndex(({ id }) => id === window.messages[0]?.id);
  if (at < 1) return window;
  return {
    messages: [...other.messages.slice(0, at), ...window.messages],
    older: other.older,
    newer: window.newer,
    versions: { ...other.versions, ...window.versions },
  };
}

/** The window with the page before it, which `cursor` requested. If the page is too late for this window, nothing changes. */
export function withOlder(window: MessageWindow, page: MessagePage, cursor: MessageCursor): MessageWindow {
  if (!isSame(window.older, cursor)) return window;
  return {
    messages: [...without(page.messages, window.messages), ...window.messages],
    older: page.older,
    newer: window.newer,
    versions: { ...page.versions, ...window.versions },
  };
}

/** The window with the page after it. */
export function withNewer(window: MessageWindow, page: MessagePage, cursor: MessageCursor): MessageWindow {
  if (!isSame(window.newer, cursor)) return window;
  return {
    messages: [...window.messages, ...without(page.messages, window.messages)],
    older: window.older,
    newer: page.newer,
    versions: { ...window.versions, ...page.versions },
  };
}

/** The part of a window from a message on: that message as one version, and the messages that follow it. */
export function tailFrom(window: MessageWindow, messageId: string): MessageWindow | null {
  const at = window.messages.findIndex(({ id }) => id === messageId);
  return at === -1 ? null : { ...window, messages: window.messages.slice(at) };
}

/** A window that ends in another version of one of its messages, given with the messages that follow it. */
export function withTail(window: MessageWindow, messageId: string, tail: MessageWindow): MessageWindow {
  const at = window.messages.findIndex(({ id }) => id === messageId);
  if (at === -1) return window;
  return {
    messages: [...window.messages.slice(0, at), ...tail.messages],
    older: window.older,
    newer: tail.newer,
    versions: { ...window.versions, ...tail.versions },
  };
}
