import { type ArchivedDocument, archivedDocumentSchema } from '@noek/contract/archive/schemas';
import { maxDocuments } from '@noek/contract/documents/limits';
import { ArchiveProblem, damaged } from '../../zip/archive-problem.ts';
import type { CheckedFile } from './checked-file.ts';

/** The documents of an archive, without their texts. Throws ArchiveProblem. */
export async function readDocuments(file: CheckedFile): Promise<ArchivedDocument[]> {
  const documents = new Map<string, ArchivedDocument>();
  for await (const { value } of file.values(['$.documents.*'])) {
    const document = archivedDocumentSchema.safeParse(value);
    if (!document.success) throw damaged(document.error);
    const { id, versions } = document.data;
    if (documents.has(id)) throw damaged('the same document twice');
    if (versions.some(({ number }, at) => at > 0 && number <= (versions[at - 1]?.number ?? 0)))
      throw damaged('versions of a document are not in order');
    documents.set(id, document.data);
    if (documents.size > maxDocuments) throw new ArchiveProblem('This archive has too many documents.');
  }
  file.check();
  return [...documents.values()];
}
