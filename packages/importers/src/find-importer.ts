import { chatgptImporter, isChatgpt } from './chatgpt/chatgpt-importer.ts';
import { claudeImporter, isClaude } from './claude/claude-importer.ts';
import { baseName, firstItems } from './common/json-files.ts';
import type { Importer, SourceFile } from './importer.ts';
import { isLibrechat, librechatImporter } from './librechat/librechat-importer.ts';
import { isOpenWebui, openWebuiImporter } from './open-webui/open-webui-importer.ts';

/**
 * A product: whether an item of a JSON file is a conversation of it, and how its export is read. `own`: the JSON files with its
 * conversations, among all `files`.
 */
type Product = {
  isConversation(item: unknown): boolean;
  importer(files: readonly SourceFile[], own: readonly SourceFile[]): Importer;
};

const products: readonly Product[] = [
  { isConversation: isChatgpt, importer: chatgptImporter },
  { isConversation: isClaude, importer: claudeImporter },
  { isConversation: isOpenWebui, importer: openWebuiImporter },
  { isConversation: isLibrechat, importer: librechatImporter },
];

/** How many items of a file are looked at: the first ones can be empty or odd. Once a product is known, one is enough. */
const sampleSize = 20;

/**
 * Finds out from the content of the files which product they are from; null if nothing is recognized. Names are only a hint, because
 * several products use the same ones, so likely names are looked at first. What is from several products is read one after the other, under
 * the name of the first.
 */
export async function findImporter(files: readonly SourceFile[]): Promise<Importer | null> {
  const candidates = files.filter(isCandidate).toSorted((a, b) => likelihood(b) - likelihood(a));
  const found = new Map<Product, SourceFile[]>();
  const unknown: SourceFile[] = [];
  for (const file of candidates) {
    const sample = await firstItems(file, found.size === 0 ? sampleSize : 1);
    const product = products.find(({ isConversation }) => sample.some(isConversation));
    if (product) found.set(product, [...(found.get(product) ?? []), file]);
    else unknown.push(file);
  }
  // What is damaged from its beginning on is not recognized. It is refused when it is read.
  const [likely] = found.values();
  likely?.push(...unknown.filter(({ path }) => /^conversations(?:-\d+)?\.json$/.test(baseName(path))));
  const importers = [...found].map(([{ importer }, own]) =>
    importer(
      files,
      files.filter((file) => own.includes(file)),
    ),
  );
  const [first] = importers;
  return first && importers.length > 1 ? inTurn(first, importers) : (first ?? null);
}

const inTurn = ({ source }: Importer, importers: readonly Importer[]): Importer => ({
  source,
  async *read() {
    for (const importer of importers) yield* importer.read();
  },
  offeredTexts: async () => (await Promise.all(importers.map((importer) => importer.offeredTexts()))).flat(),
});

const isCandidate = ({ path }: SourceFile) =>
  path.toLowerCase().endsWith('.json') && !path.startsWith('__MACOSX/') && !baseName(path).startsWith('._');

const likelihood = ({ path }: SourceFile) => (/conversation|chat/i.test(baseName(path)) ? 1 : 0);
