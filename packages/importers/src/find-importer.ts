import { chatgptImporter, isChatgpt } from './chatgpt/chatgpt-importer.ts';
import { baseName, firstItems } from './common/json-files.ts';
import type { Importer, SourceFile } from './importer.ts';

/** A product: whether an item of a JSON file is a conversation of it, and how its export is read. */
type Product = { isConversation(item: unknown): boolean; importer(files: readonly SourceFile[]): Importer };

const products: readonly Product[] = [{ isConversation: isChatgpt, importer: chatgptImporter }];

/** How many items of a file are looked at: the first ones can be empty or odd. */
const sampleSize = 20;

/**
 * Finds out from the content of the files which product they are from; null if nothing is recognized. Names are only a hint, because
 * several products use the same ones, so likely names are looked at first.
 */
export async function findImporter(files: readonly SourceFile[]): Promise<Importer | null> {
  const candidates = files.filter(isCandidate).toSorted((a, b) => likelihood(b) - likelihood(a));
  for (const file of candidates) {
    const sample = await firstItems(file, sampleSize);
    const product = products.find(({ isConversation }) => sample.some(isConversation));
    if (product) return product.importer(files);
  }
  return null;
}

const isCandidate = ({ path }: SourceFile) =>
  path.toLowerCase().endsWith('.json') && !path.startsWith('__MACOSX/') && !baseName(path).startsWith('._');

const likelihood = ({ path }: SourceFile) => (/conversation|chat/i.test(baseName(path)) ? 1 : 0);
