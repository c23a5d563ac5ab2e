import type { ImportSource } from '@noek/contract/archive/imports';
import type {
  ArchivedConversation,
  ArchivedDocument,
  ArchivedMemory,
  ArchivedMessage,
  ArchivedProject,
  ArchivedPrompt,
} from '@noek/contract/archive/schemas';
import type { Found } from '@noek/importers/importer';

/** The bytes of a file in an upload. `read` throws ArchiveProblem if they are not what the upload says. */
export type StoredFile = { name: string; bytes: number; read(): Promise<Buffer> };

/** A conversation of an upload. Its messages are read once, each after the one that it follows. */
export type SourceConversation = {
  conversation: ArchivedConversation;
  messages: AsyncIterable<ArchivedMessage>;
  /** A file that its messages have, by its id; null: the upload does not have the bytes. */
  file(id: string): StoredFile | null;
};

/** A document of an upload. `bytes`: the size of all its versions. `read` throws ArchiveProblem if the text is not what the upload says. */
export type UploadedDocument = ArchivedDocument & { bytes: number; read(version: number): Promise<string> };

/** What an upload contains, in its order. */
export type SourceEntry =
  | { type: 'conversation'; found: SourceConversation }
  | Exclude<Found, { type: 'conversation' }>;

/** An upload, whatever product it is from. */
export type UploadedSource = {
  source: ImportSource;
  /** What a page has left out when it converted the export of another product. */
  leftOut: { skipped: number; failed: number };
  /**
   * Reads all conversations. It can be called again when it has ended. `onRead` is called for every piece, with the share that has been read,
   * from 0 to 1. Throws ArchiveProblem.
   */
  entries(onRead: (share: number) => Promise<void>): AsyncGenerator<SourceEntry>;
  /** Checks everything except the conversations. Throws ArchiveProblem. */
  checkRest(onStep: () => Promise<void>): Promise<void>;
  /** Throws ArchiveProblem. */
  memories(): Promise<ArchivedMemory[]>;
  /** Throws ArchiveProblem. */
  projects(): Promise<ArchivedProject[]>;
  /** Throws ArchiveProblem. */
  prompts(): Promise<ArchivedPrompt[]>;
  /** Throws ArchiveProblem. */
  documents(): Promise<UploadedDocument[]>;
  /** A file that a project has, by its id; null: the upload does not have the bytes. */
  file(id: string): StoredFile | null;
  /** The files of which it has the bytes, if their space is checked before anything is written: ids and bytes. */
  filesToCheck(): ReadonlyMap<string, number>;
};
