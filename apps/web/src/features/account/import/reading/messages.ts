import type { ImportProblem, ImportSource } from '@noek/contract/archive/imports';
import type { OfferedText } from '@noek/importers/importer';

/** A conversation of the chosen files, as the list shows it. */
export type ListedConversation = {
  title: string;
  createdAt: string;
  updatedAt: string;
  messages: number;
  /** About how much of the space for text it takes. */
  bytes: number;
  /** The folder or project that it is in. */
  group: string | null;
};

/** What the chosen files contain. */
export type Listing = {
  /** The products that they are from: usually one. */
  sources: ImportSource[];
  conversations: ListedConversation[];
  /** Some of the problems, and how many there are. */
  problems: ImportProblem[];
  problemCount: number;
  /** How many conversations have nothing to import. */
  skipped: number;
  /** How many could not be read. */
  failed: number;
  texts: OfferedText[];
  /** How many memories archives of Noek have, which are imported with their conversations. */
  memories: number;
};

/** What to import: conversations by their place in the list, and pieces of the offered texts by the places of both. */
export type Chosen = { conversations: number[]; pieces: [text: number, piece: number][] };

/** A file to send to the server. */
export type Upload = { name: string; file: Blob };

export type ReadingRequest = { type: 'read'; files: File[] } | { type: 'write'; chosen: Chosen } | { type: 'stop' };

export type ReadingReply =
  | { type: 'reading'; percent: number }
  | { type: 'listed'; listing: Listing }
  | { type: 'not-recognized' }
  | { type: 'writing'; percent: number }
  | { type: 'written'; uploads: Upload[] }
  | { type: 'failed'; text: string };
