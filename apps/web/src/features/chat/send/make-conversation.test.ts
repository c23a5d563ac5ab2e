// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { Outbox } from '../outbox/outbox.ts';
import { ConversationMaker } from './make-conversation.ts';

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

let count = 0;
function setUp() {
  const outbox = new Outbox();
  const ports = {
    outbox,
    ownerId: vi.fn((): string | null => 'u1'),
    create: vi.fn(async () => ({ id: 9 })),
    findUnused: vi.fn(async (): Promise<{ id: number } | undefined> => undefined),
    onMade: vi.fn(),
  };
  const begins = `L${++count}`;
  return { outbox, ports, maker: new ConversationMaker(ports, new Set([begins])), begins };
}

test('New chat and the first send of a conversation share one request to create it', async () => {
  const { maker, ports, outbox, begins } = setUp();
  expect(await Promise.all([maker.make(begins), maker.make(begins)])).toEqual([9, 9]);
  expect(await maker.make(begins)).toBe(9);
  expect(ports.create).toHaveBeenCalledOnce();
  expect(ports.onMade).toHaveBeenCalledOnce();
  expect(outbox.madeOf(begins)).toBe(9);
});

test('two tabs with entries for the same new conversation create it once', async () => {
  let queue: Promise<unknown> = Promise.resolve();
  const request = (_: string, run: () => Promise<unknown>) => {
    queue = queue.then(run);
    return queue;
  };
  vi.stubGlobal('navigator', { locks: { request }, onLine: true });
  const [here, there] = [setUp(), setUp()];
  expect(await Promise.all([here.maker.make(here.begins), there.maker.make(here.begins)])).toEqual([9, 9]);
  expect(here.ports.create).toHaveBeenCalledOnce();
  expect(there.ports.create).not.toHaveBeenCalled();
});

test('after a lost answer, a conversation that may have been created is looked up and reused', async () => {
  const { maker, ports, begins } = setUp();
  ports.create.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(maker.make(begins)).rejects.toThrow('Failed to fetch');
  expect(ports.findUnused).not.toHaveBeenCalled();
  ports.findUnused.mockResolvedValueOnce({ id: 5 });
  expect(await maker.make(begins)).toBe(5);
  expect(ports.create).toHaveBeenCalledOnce();
});

test('a conversation that arrives after its owner has signed out is not opened', async () => {
  const { maker, ports, outbox, begins } = setUp();
  ports.create.mockImplementation(async () => {
    ports.ownerId.mockReturnValue(null);
    return { id: 9 };
  });
  await expect(maker.make(begins)).rejects.toThrow('Another person is here.');
  expect(ports.onMade).not.toHaveBeenCalled();
  expect(outbox.madeOf(begins)).toBeNull();
});

test('after a refusal no conversation exists, so none is looked up', async () => {
  const { maker, ports, begins } = setUp();
  ports.create.mockRejectedValueOnce(new Refusal('INTERNAL', 500, 'Oh no.'));
  await expect(maker.make(begins)).rejects.toThrow('Oh no.');
  expect(maker.isMaking(begins)).toBe(false);
  expect(await maker.make(begins)).toBe(9);
  expect(ports.findUnused).not.toHaveBeenCalled();
});
