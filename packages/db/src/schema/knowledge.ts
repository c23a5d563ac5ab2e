import { belongsTo, type Kit } from '../kit.ts';

/** A part of a knowledge base: its title and its Markdown. */
export type KnowledgePart = { title: string; text: string };

/** The knowledge base that answers use, and how its source is watched. */
export function knowledgeTables(k: Kit) {
  /** One row per document or folder that was ever configured and not forgotten yet. */
  const knowledgeSources = k.table('knowledge_sources', {
    /** "google:…" or "folder:…". */
    key: k.text('key').primaryKey(),
    /** What the source answered when it was asked for its version before its text was last read; null before that. */
    version: k.text('version'),
    /** The revision that answers use; null before the first. */
    revision: k.integer('revision'),
    /** The text of that revision. */
    documents: k.json('documents').$type<KnowledgePart[]>(),
    /** What was left out when the text was last read. */
    notes: k.json('notes').$type<string[]>().notNull(),
    /** When the source was last asked, and when that last succeeded. */
    checkedAt: k.timestamp('checked_at'),
    syncedAt: k.timestamp('synced_at'),
    /** When its text was last read as a whole. */
    readAt: k.timestamp('read_at'),
    /** Since when the source is empty while answers use an earlier text; null if it is not. */
    emptySince: k.timestamp('empty_since'),
    /** Whether an administrator has decided to keep that text. */
    keepsLastText: k.boolean('keeps_last_text').notNull().default(false),
    /** What went wrong since `failingSince`: a kind for programs, and words for administrators; null when nothing did. */
    problem: k.text('problem'),
    failure: k.text('failure'),
    failingSince: k.timestamp('failing_since'),
    /** How often in a row it went wrong. */
    failures: k.integer('failures').notNull().default(0),
    /** When to ask next. A claim moves it forward by the lease, so that the source is asked again after a crash. */
    nextCheckAt: k.timestamp('next_check_at').notNull(),
    /** Who has claimed it. Only the claimant writes what it found. */
    claim: k.text('claim'),
  });

  /** The history of a source: one row per change of its text. */
  const knowledgeRevisions = k.table(
    'knowledge_revisions',
    {
      sourceKey: belongsTo(k.text('source_key'), () => knowledgeSources.key),
      /** Counts from 1. */
      number: k.integer('number').notNull(),
      /** SHA-256 of the text, in hex. */
      hash: k.text('hash').notNull(),
      /** How many characters and passages it has. */
      size: k.integer('size').notNull(),
      passages: k.integer('passages').notNull(),
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [k.primaryKey({ name: 'knowledge_revisions_pk', columns: [t.sourceKey, t.number] })],
  );

  return { knowledgeSources, knowledgeRevisions };
}
