import { BackgroundWork } from '../../background-work.ts';
import type { Deps } from '../../deps.ts';
import type { KnowledgeDocument, KnowledgeSource } from '../../integrations/knowledge/knowledge-source.ts';
import type { Asked } from '../../text/word-match.ts';
import { currentRevision, ensureSource, readCurrent, revisionName } from './knowledge.queries.ts';
import { chooseFrom, indexOf, type KnowledgeIndex } from './knowledge-index.ts';
import type { Passage } from './passages.ts';
import { knowledgeTopic, syncKnowledge } from './sync-knowledge.ts';

/** How often this process looks for a due check or for a change that another process has found. */
const lookEveryMs = 5_000;
/** How long a running check may take to stop. */
const settleMs = 1_000;

/** The text that answers use. */
export type KnowledgeRevision = {
  /** Names the revision: its number, and the beginning of its hash. */
  name: string;
  documents: readonly KnowledgeDocument[];
  createdAt: Date;
};

/** The knowledge base of this process. Without a source it does nothing: no query, no timer. */
export type Knowledge = {
  readonly source: KnowledgeSource | null;
  /** The text that answers use; null before it was read for the first time. */
  readonly revision: KnowledgeRevision | null;
  /** The passages for a question, the best first. They are in memory: nothing is asked for them. */
  passagesFor(asked: Asked, budgetTokens: number): Passage[];
  /** Checks the source if that is due, and takes over the newest text. Calls at the same time share one check. */
  refresh(): Promise<void>;
  /** Loads the text of the last process, then keeps it up to date. The first check is not awaited. */
  begin(): Promise<void>;
  /** Ends the running check. Resolves to false if it does not end in time. */
  close(): Promise<boolean>;
};

export function createKnowledge(deps: Pick<Deps, 'db' | 'now' | 'log' | 'bootId' | 'knowledgeSource'>): Knowledge {
  const { db, knowledgeSource: source } = deps;
  const work = new BackgroundWork(deps.log);
  const stopping = new AbortController();
  const failure = 'the knowledge base could not be checked';
  let loaded: { number: number; revision: KnowledgeRevision; index: KnowledgeIndex } | null = null;
  let syncing: Promise<void> | null = null;
  /** Whether the source has its row. */
  let isKnown = false;
  let stopListening = () => {};

  /** Loads the newest revision from the database, whichever process wrote it. */
  async function load(key: string): Promise<void> {
    const number = await currentRevision(db, key);
    if (number === null || number === loaded?.number) return;
    const current = await readCurrent(db, key);
    if (!current?.documents) return;
    const { documents, hash, createdAt } = current;
    const index = await indexOf(documents);
    const name = revisionName(current.number, hash);
    // A later one may have been loaded meanwhile.
    if (loaded === null || loaded.number < current.number)
      loaded = { number: current.number, revision: { name, documents, createdAt }, index };
  }

  async function check({ key }: KnowledgeSource): Promise<void> {
    if (!isKnown) await ensureSource(deps, key);
    isKnown = true;
    if (source) await syncKnowledge(deps, source, stopping.signal);
    await load(key);
  }

  async function refresh(): Promise<void> {
    if (!source || work.closed) return;
    syncing ??= work.track(check(source)).finally(() => {
      syncing = null;
    });
    await syncing;
  }

  return {
    source,
    get revision() {
      return loaded?.revision ?? null;
    },
    passagesFor: (asked, budgetTokens) => (loaded ? chooseFrom(loaded.index, asked, budgetTokens) : []),
    refresh,
    async begin() {
      if (!source) return;
      await load(source.key).catch((error) => deps.log.error({ err: error }, failure));
      const loadAgain = () => work.run(failure, () => load(source.key));
      stopListening = db.listen((topic) => {
        if (topic === knowledgeTopic) loadAgain();
      }, loadAgain);
      work.every(lookEveryMs, failure, refresh);
      work.run(failure, refresh);
    },
    close() {
      stopListening();
      stopping.abort();
      return work.close(settleMs);
    },
  };
}
