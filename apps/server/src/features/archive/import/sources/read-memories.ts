import { type ArchivedMemory, archivedMemorySchema } from '@noek/contract/archive/schemas';
import { ArchiveProblem, damaged } from '../../zip/archive-problem.ts';
import type { CheckedFile } from './checked-file.ts';

/** Comparing them with each other takes time that grows with the square of their number. */
const maxMemories = 2_000;

/** The memories of an archive that were not forgotten, without their earlier versions. Throws ArchiveProblem. */
export async function readMemories(file: CheckedFile): Promise<ArchivedMemory[]> {
  const memories: ArchivedMemory[] = [];
  const ids = new Set<string>();
  for await (const { value } of file.values(['$.memories.*'])) {
    const memory = archivedMemorySchema.safeParse(value);
    if (!memory.success) throw damaged(memory.error);
    if (memory.data.forgottenAt !== null) continue;
    if (ids.has(memory.data.id)) throw damaged('the same memory twice');
    ids.add(memory.data.id);
    memories.push({ ...memory.data, versions: [] });
    if (memories.length > maxMemories) throw new ArchiveProblem('This archive has too many memories.');
  }
  file.check();
  return memories;
}
