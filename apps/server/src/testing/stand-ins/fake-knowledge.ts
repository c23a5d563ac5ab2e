import type { KnowledgeSource, KnowledgeText } from '../../integrations/knowledge/knowledge-source.ts';

/** How often the fake is asked whether it has changed. */
export const checkEveryMs = 15_000;

/** A knowledge base whose text the test writes. */
export type FakeKnowledge = KnowledgeSource & {
  /** How often its version and its text were asked for. */
  asked: { versions: number; reads: number };
  write(text: KnowledgeText['documents'] | string, notes?: readonly string[]): void;
  /** Fails every request from now on; null: none. */
  fail: Error | null;
  /** Called at the beginning of each read. */
  onRead: () => void | Promise<void>;
};

export function createFakeKnowledge(
  text: KnowledgeText['documents'] | string = 'The office dog is called Biscuit.',
): FakeKnowledge {
  let version = 0;
  let current: KnowledgeText = { documents: [], notes: [] };
  const source: FakeKnowledge = {
    kind: 'folder',
    checkEveryMs,
    key: 'folder:/handbook',
    name: 'the folder “/handbook”',
    asked: { versions: 0, reads: 0 },
    fail: null,
    onRead() {},
    write(changed, notes = []) {
      version++;
      current = { documents: typeof changed === 'string' ? [{ title: 'Handbook', text: changed }] : changed, notes };
    },
    async version(signal) {
      source.asked.versions++;
      signal.throwIfAborted();
      if (source.fail) throw source.fail;
      return String(version);
    },
    async read(signal) {
      source.asked.reads++;
      await source.onRead();
      signal.throwIfAborted();
      return current;
    },
  };
  source.write(text);
  return source;
}
