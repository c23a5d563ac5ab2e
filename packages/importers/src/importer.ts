import type { ImportSource } from '@noek/contract/archive/imports';
import type { ArchivedConversation, ArchivedMessage } from '@noek/contract/archive/schemas';

/** A file that the person has chosen: inside a ZIP (also in a ZIP that is inside another), or a JSON file without one. */
export type SourceFile = {
  /** What the person has chosen, by its name: the file itself, or the outermost ZIP that it is in. */
  chosen: string;
  /** With "/" between folders, as the ZIP has it. Two files of different ZIPs can have the same path. */
  path: string;
  /** The name of the ZIP that it is in, if that is known. */
  archive?: string;
  /** In bytes, as the ZIP declares it. Reading fails beyond it. */
  size: number;
  read(): AsyncIterable<Uint8Array>;
};

/** The products whose exports can be imported, beside Noek itself. */
export type ForeignSource = Exclude<ImportSource, 'noek'>;

/** Something that could not be imported, as people read it in the report: which conversation or file, and why. */
export type ImportProblem = { title: string; reason: string };

/**
 * What a conversation has and Noek does not take, because it has no place for it, or because the export does not have it: calls of tools, cards
 * such as maps, citations of unknown pages.
 */
export type LeftOutKind =
  | 'messages'
  | 'system-prompts'
  | 'calls'
  | 'cards'
  | 'pictures'
  | 'recordings'
  | 'references'
  | 'others';
/** How much of what was left out. */
export type LeftOut = Map<LeftOutKind, number>;

/** The bytes of a file of a message: a file of the export, or bytes that the conversation itself contains. */
export type FileContent = { size: number; read(): AsyncIterable<Uint8Array> };

/** A conversation of another product in the form that Noek's own archives have. */
export type ForeignConversation = {
  /** Its `origin` is the product and its id there: "chatgpt:…". At most 64 characters; longer ids are hashed. */
  conversation: ArchivedConversation;
  /** Each after the one that it follows. Ids are those of the product (hashed if they are longer than 128 characters). */
  messages: ArchivedMessage[];
  /** The files that messages have, by the ids in `messages[].files`. Absent: the export does not have the bytes. */
  files: ReadonlyMap<string, FileContent>;
  /** The folder or project that it is in, by its name; null for none. */
  group: string | null;
  leftOut: ReadonlyMap<LeftOutKind, number>;
};

/** What an importer finds, in the order of the export. */
export type Found =
  | { type: 'conversation'; found: ForeignConversation }
  /** `skipped`: there is nothing to import, such as a conversation without messages. `failed`: it could not be read. */
  | { type: 'left-out'; outcome: 'skipped' | 'failed'; problem: ImportProblem }
  /** Something is missing that belongs to no single conversation, such as a part that the manifest lists. */
  | { type: 'problem'; problem: ImportProblem };

/** A text about the person that could become memories. Nothing is imported of it unless the person chooses it. */
export type OfferedText = {
  /** Where it is from: "Memory of Claude", "Instructions of the project “Garden”", "Custom instructions". */
  label: string;
  /** Split where it has paragraphs or items, so that each piece fits into a memory. */
  pieces: { title: string; content: string }[];
};

/** Reads the export of one product. */
export type Importer = {
  source: ForeignSource;
  /** Reads everything, one conversation after the other. Can be called again. Throws UnreadableExport. */
  read(): AsyncGenerator<Found>;
  /** Throws UnreadableExport. */
  offeredTexts(): Promise<OfferedText[]>;
};

/** Why an export cannot be read. The message is for people. */
export class UnreadableExport extends Error {}
