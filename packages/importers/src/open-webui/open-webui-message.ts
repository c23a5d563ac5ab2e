import type { LeftOut } from '../importer.ts';
import { cardWords } from '../reading/card-words.ts';
import { elementsIn, type TextElement, unescaped } from '../reading/elements.ts';
import { type ForeignMessage, foreignMessage } from '../reading/foreign-conversation.ts';
import { countLeftOut } from '../reading/left-out.ts';
import { type Part, textParts } from '../reading/parts.ts';
import type { Cited } from '../reading/pieces.ts';
import { firstText, listOf, parsedJson, recordOf, textOf } from '../reading/values.ts';
import { fileParts, printedIn } from './open-webui-files.ts';

type Fields = Record<string, unknown>;

/** A message of Open WebUI; null if there is nothing in it. `all` is what its conversation leaves out. */
export function openWebuiMessage(message: Fields, defaultModel: string, all: LeftOut): ForeignMessage | null {
  if (message.role === 'system') {
    countLeftOut(all, 'system-prompts');
    return null;
  }
  const leftOut: LeftOut = new Map();
  const files = listOf(message.files).flatMap(fileParts);
  if (message.role === 'user') {
    // What people write is theirs, also if it looks like a block of Open WebUI.
    const parts = [...listOf(message.content).flatMap((part) => contentParts(part, textParts)), ...files];
    return foreignMessage({ role: 'user', parts, model: '' }, leftOut, all);
  }
  const parts = withoutRepeatedFiles([...answerParts(message, leftOut), ...files, ...sourceParts(message)]);
  const model = firstText(message.modelName, message.model, defaultModel);
  return foreignMessage({ role: 'assistant', parts, model }, leftOut, all);
}

/** What an answer says: in its text, in the list of what the model gave, which newer exports have, or in both. */
function answerParts(message: Fields, leftOut: LeftOut): Part[] {
  const ofText: LeftOut = new Map();
  const ofOutput: LeftOut = new Map();
  const text = listOf(message.content).flatMap((part) => contentParts(part, (said) => withElements(said, ofText)));
  const output = listOf(message.output).flatMap((item) => outputParts(item, ofOutput));
  // Both count the same calls.
  for (const kind of new Set([...ofText.keys(), ...ofOutput.keys()]))
    countLeftOut(leftOut, kind, Math.max(ofText.get(kind) ?? 0, ofOutput.get(kind) ?? 0));
  const cards = listOf(message.embeds).length;
  if (cards > 0) countLeftOut(leftOut, 'cards', cards);
  const [main, other] = hasWords(text) || !hasWords(output) ? [text, output] : [output, text];
  const isThought = main.some(({ type }) => type === 'reasoning');
  const failure = firstText(recordOf(message.error).content, message.error);
  return [
    ...other.filter(({ type }) => type === 'file' || (type === 'reasoning' && !isThought)),
    ...main,
    // The answers of several models, joined.
    ...textParts(textOf(recordOf(message.merged).content)),
    ...textParts(failure),
  ];
}

const hasWords = (parts: readonly Part[]) => parts.some(({ type }) => !/^(?:reasoning|sources|file)$/.test(type));

/** Pictures can be among the files and in the text. */
function withoutRepeatedFiles(parts: readonly Part[]): Part[] {
  const seen = new Set<string>();
  return parts.filter((part) => {
    if (part.type !== 'file') return true;
    const isNew = !seen.has(part.file.id);
    seen.add(part.file.id);
    return isNew;
  });
}

function contentParts(value: unknown, textOfIt: (text: string) => Part[]): Part[] {
  if (typeof value === 'string') return textOfIt(textOf(value));
  const { type, text, image_url: image } = recordOf(value);
  if (type === 'image_url')
    return fileParts({ type: 'image', url: typeof image === 'string' ? image : recordOf(image).url });
  return textOfIt(textOf(text));
}

/** Reasoning, code that was run and calls of tools are folded blocks of HTML in the text. Blocks without a kind are the answer's own. */
const withElements = (text: string, leftOut: LeftOut): Part[] =>
  elementsIn(
    text,
    ['details', ...thoughts],
    (name, attributes) => name !== 'details' || attributes.has('type'),
  ).flatMap((part) => (typeof part === 'string' ? textParts(part) : elementParts(part, leftOut)));

/** Old exports have thoughts as models mark them. */
const thoughts = ['think', 'thinking', 'thought', 'reasoning'];

function elementParts({ name, attributes, inside, isWhole }: TextElement, leftOut: LeftOut): Part[] {
  const kind = name === 'details' ? attributes.get('type') : 'reasoning';
  const body = inside.replace(/<summary>[\s\S]*?<\/summary>/, '').trim();
  if (kind === 'reasoning') {
    const thought = unescaped(body.replace(/^(?:&gt;|>) ?/gm, ''));
    const ms = Number(attributes.get('duration')) * 1000 || 0;
    return thought === '' ? [] : [{ type: 'reasoning', text: thought, ms }];
  }
  if (kind === 'code_interpreter') {
    const printed = printedIn(attributes.get('output') ?? '');
    return [...textParts(unescaped(body)), ...(printed === '' ? [] : [{ type: 'output', text: printed } as const])];
  }
  if (kind === 'tool_calls') {
    countLeftOut(leftOut, 'calls');
    const cards = listOf(parsedJson(attributes.get('embeds') ?? '')).length;
    if (cards > 0) countLeftOut(leftOut, 'cards', cards);
    const files = listOf(parsedJson(attributes.get('files') ?? '')).flatMap((file) =>
      fileParts(typeof file === 'string' ? { url: file } : file),
    );
    // What follows a call that did not end is the answer.
    return isWhole ? files : [...files, ...textParts(body)];
  }
  const summary = /<summary>([\s\S]*?)<\/summary>/.exec(inside)?.[1] ?? '';
  return [...textParts(unescaped(summary)), ...textParts(unescaped(body))];
}

/** The pages that were found for an answer. */
function sourceParts(message: Fields): Part[] {
  const sources = [...listOf(message.sources), ...listOf(message.citations)].flatMap((value): Cited[] => {
    const { source, document, metadata } = recordOf(value);
    const quotes = listOf(document).map(textOf);
    const pages = listOf(metadata).map(recordOf);
    const own = firstText(recordOf(source).url, recordOf(source).name);
    const urls = pages.length > 0 ? pages.map((page) => firstText(page.source, own)) : [own];
    return urls.map((url, i) => ({ url, title: firstText(pages[i]?.title, pages[i]?.name), quote: quotes[i] ?? '' }));
  });
  return sources.length === 0 ? [] : [{ type: 'sources', sources }];
}

/** What a model gave, in the form of OpenAI's Responses: texts, thoughts, calls of tools and what they returned. */
function outputParts(value: unknown, leftOut: LeftOut): Part[] {
  const item = recordOf(value);
  const type = textOf(item.type);
  switch (type) {
    case 'message':
      return listOf(item.content).flatMap((part) => textParts(saidIn(part)));
    case 'reasoning': {
      const text = [...listOf(item.summary), ...listOf(item.content)].map(saidIn).join('\n\n').trim();
      return text === '' ? [] : [{ type: 'reasoning', text, ms: Number(item.duration) * 1000 || 0 }];
    }
    case 'function_call_output':
      // What a tool returned is not shown, except for its files.
      return listOf(item.files).flatMap((file) => fileParts(typeof file === 'string' ? { url: file } : file));
    case 'open_webui:code_interpreter': {
      const printed =
        typeof item.output === 'string' ? item.output.trim() : printedIn(JSON.stringify(item.output ?? ''));
      const text = textOf(item.code).trim();
      return [
        ...(text === '' ? [] : [{ type: 'code', language: firstText(item.lang) || 'python', text } as const]),
        ...(printed === '' || printed === '""' ? [] : [{ type: 'output', text: printed } as const]),
      ];
    }
    case 'image_generation_call':
      if (textOf(item.result) !== '') return fileParts({ url: `data:image/png;base64,${textOf(item.result)}` });
      countLeftOut(leftOut, 'pictures');
      return [];
    default: {
      if (/(?:call|tool|approval)/.test(type)) {
        countLeftOut(leftOut, 'calls');
        return [];
      }
      const parts = textParts(cardWords(item));
      if (parts.length === 0) countLeftOut(leftOut, 'others');
      return parts;
    }
  }
}

const saidIn = (part: unknown) =>
  typeof part === 'string' ? textOf(part) : firstText(recordOf(part).text, recordOf(part).refusal);
