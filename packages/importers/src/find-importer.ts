import { chatgptImporter, isChatgpt } from './chatgpt/chatgpt-importer.ts';
import { claudeImporter, isClaude } from './claude/claude-importer.ts';
import { deepseekImporter, isDeepseek } from './deepseek/deepseek-importer.ts';
import { type Importer, type ImportProblem, type SourceFile, UnreadableExport } from './importer.ts';
import { isLibrechat, librechatImporter } from './librechat/librechat-importer.ts';
import { isOpenWebui, openWebuiImporter } from './open-webui/open-webui-importer.ts';
import { baseName, firstItems, isNoteOfMac } from './reading/json-files.ts';

/**
 * A product: whether an item of a JSON file is a conversation of it, and how its export is read. `own`: the JSON files with its
 * conversations, among all `files`.
 */
type Product = {
  isConversation(item: unknown): boolean;
  importer(files: readonly SourceFile[], own: readonly SourceFile[]): Importer;
};

const products: readonly Product[] = [
  { isConversation: isDeepseek, importer: deepseekImporter },
  { isConversation: isChatgpt, importer: chatgptImporter },
  { isConversation: isClaude, importer: claudeImporter },
  { isConversation: isOpenWebui, importer: openWebuiImporter },
  { isConversation: isLibrechat, importer: librechatImporter },
];

/** How many items of a file are looked at: the first ones can be empty or odd. */
const sampleSize = 20;

/**
 * `importer`: null if nothing is recognized. `unread`: chosen files of which nothing is read. `damaged`: why the first damaged file of it
 * cannot be read, as people read it; null if none is damaged.
 */
export type FoundImporter = { importer: Importer | null; unread: ImportProblem[]; damaged: string | null };

/**
 * Finds out from the content of the files which product they are from. Names are only a hint, because several products use the same ones, so
 * likely names are looked at first. What is from several products is read one after the other, under the name of the first.
 */
export async function findImporter(files: readonly SourceFile[]): Promise<FoundImporter> {
  const candidates = files.filter(isCandidate).toSorted((a, b) => likelihood(b) - likelihood(a));
  const found = new Map<Product, SourceFile[]>();
  const unknown: SourceFile[] = [];
  const damaged = new Map<SourceFile, string>();
  for (const file of candidates) {
    const product = await productOf(file);
    if (typeof product === 'object' && product) found.set(product, [...(found.get(product) ?? []), file]);
    else {
      unknown.push(file);
      if (product) damaged.set(file, product);
    }
  }
  // What is damaged from its beginning on is not recognized. It is refused when it is read.
  const [likely] = found.values();
  likely?.push(...unknown.filter(({ path }) => /^conversations(?:-\d+)?\.json$/.test(baseName(path))));
  const owned = new Set([...found.values()].flat());
  const importers = [...found].map(([{ importer }, own]) =>
    importer(
      files,
      files.filter((file) => own.includes(file)),
    ),
  );
  const [first] = importers;
  const importer = first && importers.length > 1 ? inTurn(first, importers) : (first ?? null);
  const [firstDamaged = null] = damaged.values();
  return { importer, unread: unreadOf(candidates, owned, damaged), damaged: firstDamaged };
}

/** The product that a file has a conversation of, or why it cannot be read. No more of the file is read than it takes. */
async function productOf(file: SourceFile): Promise<Product | string | null> {
  try {
    for await (const item of firstItems(file, sampleSize)) {
      const product = products.find(({ isConversation }) => isConversation(item));
      if (product) return product;
    }
  } catch (error) {
    if (error instanceof UnreadableExport) return error.message;
    throw error;
  }
  return null;
}

/** Files of exports beside those with conversations. */
const companion =
  /^(?:user|users|account|manifest.*|export_manifest|memor.*|projects?.*|light_metadata.*|message_feedback|shared_conversations|model_comparisons|conversation_asset_file_names|shopping|sora|group_chats|tool_messages|design_chats.*)\.json$/i;

/** What was chosen and has JSON files, of which none is anything that is known. */
function unreadOf(
  candidates: readonly SourceFile[],
  owned: ReadonlySet<SourceFile>,
  damaged: ReadonlyMap<SourceFile, string>,
): ImportProblem[] {
  const isKnown = (file: SourceFile) =>
    owned.has(file) || companion.test(baseName(file.path)) || /(?:^|\/)projects\//.test(file.path);
  const chosen = Map.groupBy(candidates, (file) => file.chosen);
  return [...chosen]
    .filter(([, files]) => !files.some(isKnown))
    .map(([title, files]) => {
      const [reason = 'It has no conversations that Noek can read.'] = files.flatMap((file) => damaged.get(file) ?? []);
      return { title, reason };
    });
}

const inTurn = ({ source }: Importer, importers: readonly Importer[]): Importer => ({
  source,
  async *read() {
    for (const importer of importers) yield* importer.read();
  },
  offeredTexts: async () => (await Promise.all(importers.map((importer) => importer.offeredTexts()))).flat(),
});

const isCandidate = ({ path }: SourceFile) => path.toLowerCase().endsWith('.json') && !isNoteOfMac(path);

const likelihood = ({ path }: SourceFile) => (/conversation|chat/i.test(baseName(path)) ? 1 : 0);
