import type { Importer, SourceFile } from './importer.ts';

export async function findImporter(_files: readonly SourceFile[]): Promise<Importer | null> {
  return null;
}
