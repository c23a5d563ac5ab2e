import type { ForeignMessage } from '../common/foreign-conversation.ts';
import type { Cited, Part } from '../common/parts.ts';
import { firstText, listOf, recordOf, textOf } from '../common/values.ts';
import type { FindFile } from './chatgpt-files.ts';

/** What of a conversation its messages need. */
export type ChatgptContext = {
  findFile: FindFile;
  defaultModel: string;
  /** The name of the newest canvas, for changes that do not name it. */
  canvas: string;
};

type Fields = Record<string, unknown>;

/** A message of ChatGPT; null for what is not shown: system texts, hidden messages and the calls of most tools. */
export function chatgptMessage(value: unknown, context: ChatgptContext): ForeignMessage | null {
  const message = recordOf(value);
  const metadata = recordOf(message.metadata);
  const role = textOf(recordOf(message.author).role);
  if (metadata.is_visually_hidden_from_conversation === true) return null;
  const model = firstText(metadata.model_slug, context.defaultModel);
  if (role === 'user') {
    const parts = [...contentParts(recordOf(message.content), metadata, context), ...attachments(metadata, context)];
    return parts.length === 0 ? null : { role: 'user', parts: withoutRepeatedFiles(parts), model: '' };
  }
  const parts =
    role === 'assistant'
      ? assistantParts(message, metadata, context)
      : role === 'tool'
        ? toolParts(message, metadata, context)
        : [];
  return parts.length === 0 ? null : { role: 'assistant', parts, model };
}

function assistantParts(message: Fields, metadata: Fields, context: ChatgptContext): Part[] {
  const content = recordOf(message.content);
  const recipient = textOf(message.recipient) || 'all';
  if (recipient.startsWith('canmore.')) return canvasParts(recipient, rawText(content), context);
  if (recipient === 'python' || recipient === 'code_interpreter')
    return [{ type: 'code', language: 'python', text: rawText(content) }];
  return recipient === 'all' ? contentParts(content, metadata, context) : [];
}

/** Of tools, only what they printed, their pictures, and the pages that they opened. */
function toolParts(message: Fields, metadata: Fields, context: ChatgptContext): Part[] {
  const content = recordOf(message.content);
  const type = textOf(content.content_type);
  if (type === 'execution_output') return outputParts(content);
  if (type === 'multimodal_text')
    return contentParts(content, metadata, context).filter((part) => part.type === 'file');
  return type === 'tether_quote' || type === 'sonic_webpage' ? sourceParts(content) : [];
}

function contentParts(content: Fields, metadata: Fields, context: ChatgptContext): Part[] {
  switch (textOf(content.content_type)) {
    case 'code':
      return codeParts(content);
    case 'execution_output':
      return outputParts(content);
    case 'thoughts':
      return thoughtParts(content, metadata);
    case 'reasoning_recap':
      return [{ type: 'reasoning', text: '', ms: secondsOf(metadata.finished_duration_sec) }];
    case 'tether_quote':
    case 'sonic_webpage':
      return sourceParts(content);
    case 'user_editable_context':
    case 'model_editable_context':
    case 'tether_browsing_display':
    case 'system_error':
      return [];
    default:
      return listOf(content.parts ?? content.text).flatMap((part) => partOf(part, metadata, context));
  }
}

function partOf(part: unknown, metadata: Fields, context: ChatgptContext): Part[] {
  if (typeof part === 'string') return citedText(textOf(part), metadata);
  const { content_type: type, asset_pointer: pointer, text, size_bytes: size } = recordOf(part);
  if (typeof pointer === 'string' && type === 'image_asset_pointer') {
    const id = /(?:sediment|file-service):\/\/([\w-]+)/.exec(pointer)?.[1];
    return id ? [filePart(id, '', 'image/png', Number(size) || 0, context)] : [];
  }
  // What was said. The sound itself is left out.
  return type === 'audio_transcription' || type === undefined ? citedText(textOf(text), metadata) : [];
}

const rawText = (content: Fields) => firstText(content.text, listOf(content.parts).map(textOf).join('\n'));

function codeParts(content: Fields): Part[] {
  const text = rawText(content);
  const language = textOf(content.language);
  return text.trim() === '' ? [] : [{ type: 'code', language: language === 'unknown' ? '' : language, text }];
}

function outputParts(content: Fields): Part[] {
  const text = rawText(content);
  return text.trim() === '' ? [] : [{ type: 'output', text }];
}

function thoughtParts(content: Fields, metadata: Fields): Part[] {
  const text = listOf(content.thoughts)
    .map((thought) => {
      if (typeof thought === 'string') return textOf(thought);
      const { summary, content: said } = recordOf(thought);
      const title = textOf(summary).trim();
      return `${title === '' ? '' : `**${title}**\n\n`}${textOf(said)}`.trim();
    })
    .filter((thought) => thought !== '')
    .join('\n\n');
  return text === '' ? [] : [{ type: 'reasoning', text, ms: secondsOf(metadata.finished_duration_sec) }];
}

/** Seconds in milliseconds. */
const secondsOf = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.round(value * 1000) : 0);

function sourceParts(content: Fields): Part[] {
  const sources = [citedOf(content)].filter((source) => source !== null);
  return sources.length === 0 ? [] : [{ type: 'sources', sources }];
}

function citedOf(value: unknown): Cited | null {
  const fields = recordOf(value);
  const url = textOf(fields.url);
  if (url === '') return null;
  return { url, title: textOf(fields.title).trim(), quote: firstText(fields.snippet, fields.text).trim() };
}

/** The marks of a text that stand for what it cites. */
const marks = /\ue200[^\ue200\ue201]*\ue201|【[^】]*】/g;
/** What is left of them elsewhere. */
const leftovers = /[\ue200-\ue20f]/g;

/** A text whose marks are replaced by what they cite. Marks of nothing are taken out. */
function citedText(text: string, metadata: Fields): Part[] {
  if (text.trim() === '') return [];
  const cited = citedByMark(text, metadata);
  const pieces: (string | readonly Cited[])[] = [];
  let from = 0;
  for (const match of text.matchAll(marks)) {
    const [mark] = match;
    const found = cited.get(mark);
    // Brackets of this kind are also ordinary Chinese and Japanese punctuation.
    if (!found && !mark.startsWith('\ue200') && !mark.includes('†')) continue;
    const before = text.slice(from, match.index).replace(leftovers, '');
    // The number brings its own space.
    pieces.push(found ? before.replace(/ $/, '') : before);
    if (found) pieces.push(found);
    from = match.index + mark.length;
  }
  pieces.push(text.slice(from).replace(leftovers, ''));
  return [{ type: 'text', pieces }];
}

function citedByMark(text: string, metadata: Fields): Map<string, Cited[]> {
  const cited = new Map<string, Cited[]>();
  for (const value of listOf(metadata.content_references)) {
    const reference = recordOf(value);
    const own = citedOf(reference);
    const items = listOf(reference.items).flatMap((item) => [
      citedOf(item),
      ...listOf(recordOf(item).supporting_websites).map(citedOf),
    ]);
    const found = [...items, ...(own ? [own] : [])].filter((item) => item !== null);
    if (found.length > 0) cited.set(textOf(reference.matched_text), found);
  }
  for (const value of listOf(metadata.citations)) {
    const { metadata: page, start_ix: from, end_ix: to } = recordOf(value);
    const found = citedOf(page);
    if (found && typeof from === 'number' && typeof to === 'number') cited.set(text.slice(from, to), [found]);
  }
  return cited;
}

/** The document of a canvas, or what was changed in it. */
function canvasParts(recipient: string, text: string, context: ChatgptContext): Part[] {
  const { name, type, content, updates } = recordOf(parsedJson(text));
  if (recipient === 'canmore.create_textdoc') {
    context.canvas = firstText(name) || 'Canvas';
    const kind = textOf(type);
    const language = kind.startsWith('code/') ? kind.slice('code/'.length) : 'markdown';
    return [{ type: 'document', title: context.canvas, language, text: textOf(content) }];
  }
  if (recipient !== 'canmore.update_textdoc') return [];
  return listOf(updates).flatMap((update): Part[] => {
    const { pattern, replacement } = recordOf(update);
    const isWhole = /^(?:\(\?s\))?\.[*+]$/.test(textOf(pattern));
    const title = `${context.canvas || 'Canvas'} (${isWhole ? 'new version' : 'changed part'})`;
    return textOf(replacement) === ''
      ? []
      : [{ type: 'document', title, language: 'markdown', text: textOf(replacement) }];
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function attachments(metadata: Fields, context: ChatgptContext): Part[] {
  return listOf(metadata.attachments).flatMap((value) => {
    const { id, name, mime_type: type, mimeType, size } = recordOf(value);
    const known = firstText(id, name);
    return known === '' ? [] : [filePart(known, textOf(name), firstText(type, mimeType), Number(size) || 0, context)];
  });
}

function filePart(id: string, name: string, type: string, size: number, { findFile }: ChatgptContext): Part {
  const found = findFile(id);
  return {
    type: 'file',
    file: {
      id: `chatgpt:${id}`.slice(0, 128),
      name: name || found?.name || id,
      type: type || 'application/octet-stream',
      size: found?.content.size ?? Math.max(0, Math.round(size)),
      content: found?.content ?? null,
    },
  };
}

/** Pictures are among the parts and among the attachments, which have their names. */
function withoutRepeatedFiles(parts: readonly Part[]): Part[] {
  const named = new Map(parts.flatMap((part) => (part.type === 'file' ? [[part.file.id, part] as const] : [])));
  const seen = new Set<string>();
  return parts.flatMap((part): Part[] => {
    if (part.type !== 'file') return [part];
    if (seen.has(part.file.id)) return [];
    seen.add(part.file.id);
    return [named.get(part.file.id) ?? part];
  });
}
