// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { TrpcClient } from '../../../api/client.ts';
import { Refusal } from '../../../testing/refusal.ts';
import { storeUser } from '../start/stored-user.ts';

const connect = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  if (online) window.dispatchEvent(new Event('online'));
};

/** The modules of a new page. */
async function openPage() {
  vi.resetModules();
  const { sendChange } = await import('./send-change.ts');
  const { takeOverChanges } = await import('./take-over.ts');
  const { forgetWaitingChanges, waitingChanges } = await import('./waiting-change.ts');
  return { sendChange, takeOverChanges, forgetWaitingChanges, count: () => waitingChanges.get().length };
}

/** A server that records what it receives. `refuse` answers first. */
function server(refuse: (input: unknown) => unknown = () => {}) {
  const received: unknown[] = [];
  const mutate = async (input: unknown) => {
    const refusal = refuse(input);
    if (refusal) throw refusal;
    received.push(input);
    return input;
  };
  const client = { projects: { update: { mutate }, delete: { mutate } }, prompts: { order: { mutate } } };
  return { received, client: client as unknown as TrpcClient };
}

beforeEach(() => {
  localStorage.clear();
  storeUser({ id: 'ada', name: 'Ada', email: 'ada@people.example' } as NonNullable<Parameters<typeof storeUser>[0]>);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const named = (name: string) => ({ projectId: 'g', name });

test('with a connection a change is sent at once', async () => {
  const { sendChange, count } = await openPage();
  const { client, received } = server();
  const { waits, answer } = sendChange(client, 'project', named('Garden'));
  expect([waits, count()]).toEqual([false, 0]);
  await answer;
  expect(received).toEqual([named('Garden')]);
});

test('without a connection changes wait, and are sent once and in order', async () => {
  connect(false);
  const { sendChange, count } = await openPage();
  const { client, received } = server();
  const sent = ['A', 'B', 'C'].map((name) => sendChange(client, 'project', named(name)));
  expect([sent.every(({ waits }) => waits), count(), received]).toEqual([true, 3, []]);
  connect(true);
  await Promise.all(sent.map(({ answer }) => answer));
  expect([received, count()]).toEqual([[named('A'), named('B'), named('C')], 0]);
});

test('a change made while earlier ones are being sent comes after them', async () => {
  connect(false);
  const { sendChange } = await openPage();
  const { client, received } = server();
  sendChange(client, 'project', named('A'));
  connect(true);
  await sendChange(client, 'project', named('B')).answer;
  expect(received).toEqual([named('A'), named('B')]);
});

test('the changes of a closed page are sent by the next one, once, and refusals are reported', async () => {
  connect(false);
  const closed = await openPage();
  closed.sendChange(server().client, 'project', named('A'));
  closed.sendChange(server().client, 'project', named('too long'));
  closed.sendChange(server().client, 'orderPrompts', { ids: ['p'] });

  const next = await openPage();
  expect(next.count()).toBe(3);
  const { client, received } = server(
    (input) => (input as { name?: string }).name === 'too long' && new Refusal('BAD_REQUEST', 400, 'Too long.'),
  );
  const reports = { onSent: vi.fn(), onRefused: vi.fn() };
  // The page that is closed does not send any more.
  vi.spyOn(window, 'addEventListener').mockImplementation(() => {});
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  next.takeOverChanges(client, 'ada', reports);
  next.takeOverChanges(client, 'ada', reports);
  await vi.waitFor(() => expect(reports.onSent).toHaveBeenCalledOnce());
  expect(received).toEqual([named('A'), { ids: ['p'] }]);
  expect(reports.onRefused).toHaveBeenCalledOnce();
  expect(next.count()).toBe(0);
});

test('the changes of a page that is open in another tab are left to it until it is closed', async () => {
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const request = vi.fn((_name: string, work: () => Promise<void>) => closed.then(work));
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  connect(false);
  const open = await openPage();
  open.sendChange(server().client, 'project', named('A'));
  const other = await openPage();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const { client, received } = server();
  const onSent = vi.fn();
  other.takeOverChanges(client, 'ada', { onSent, onRefused: vi.fn() });
  await Promise.resolve();
  expect(received).toEqual([]);
  close();
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledOnce());
  expect(received).toEqual([named('A')]);
});

test('after the session has ended, a change stays for the next sign-in of its author', async () => {
  connect(false);
  const { sendChange, count } = await openPage();
  const refuse = vi.fn(() => new Refusal('UNAUTHORIZED', 401, 'Not signed in.'));
  const settled = vi.fn();
  sendChange(server(refuse).client, 'project', named('A')).answer.then(settled, settled);
  connect(true);
  await vi.waitFor(() => expect(refuse).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve));
  expect([count(), settled.mock.calls]).toEqual([1, []]);
});

test("another person's changes are dropped", async () => {
  connect(false);
  const closed = await openPage();
  closed.sendChange(server().client, 'project', named('A'));
  const next = await openPage();
  const { client, received } = server();
  next.takeOverChanges(client, 'ben', { onSent: vi.fn(), onRefused: vi.fn() });
  expect([next.count(), received]).toEqual([0, []]);
});

test('after a sign-out nothing of it is sent', async () => {
  connect(false);
  const { sendChange, forgetWaitingChanges } = await openPage();
  const { client, received } = server();
  sendChange(client, 'project', named('A'));
  forgetWaitingChanges();
  connect(true);
  await sendChange(client, 'project', named('B')).answer;
  expect(received).toEqual([named('B')]);
});

test('a lost response is followed by another try, and what is gone by then counts as deleted', async () => {
  vi.useFakeTimers();
  connect(false);
  const { sendChange, count } = await openPage();
  const failures = [new TypeError('Failed to fetch'), new Refusal('NOT_FOUND', 404, 'Not found.')];
  const { client } = server(() => failures.shift());
  const { answer } = sendChange(client, 'deleteProject', { projectId: 'g', conversations: 'keep' });
  connect(true);
  await vi.advanceTimersByTimeAsync(6_000);
  await answer;
  expect([failures, count()]).toEqual([[], 0]);
});
