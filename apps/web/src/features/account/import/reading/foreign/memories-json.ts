import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type ArchivedMemory, archiveFormat } from '@noek/contract/archive/schemas';
import type { MemoryText } from '@noek/contract/memory/memory-text';
import { defaultMemoryCategory } from '@noek/contract/memory/texts';

type Piece = { title: string; content: string };

/** A piece of an offered text as a memory. */
export const newMemoryText = ({ title, content }: Piece): MemoryText => ({
  title,
  content,
  category: defaultMemoryCategory,
  importance: 'normal',
});

/** The file of an archive with memories. Their ids are made of their content, so that none is imported twice. */
export function memoriesJson(pieces: readonly Piece[]): { text: string; count: number } {
  const now = new Date().toISOString();
  const memories = new Map<string, ArchivedMemory>();
  for (const piece of pieces) {
    const id = bytesToHex(sha256(utf8ToBytes(`${piece.title}\n${piece.content}`)));
    memories.set(id, {
      id,
      ...newMemoryText(piece),
      conversationId: null,
      messageId: null,
      projectId: null,
      savedBy: 'person',
      app: null,
      createdAt: now,
      updatedAt: now,
      forgottenAt: null,
      versions: [],
    });
  }
  const { name: format, version } = archiveFormat;
  return { text: JSON.stringify({ format, version, memories: [...memories.values()] }), count: memories.size };
}
