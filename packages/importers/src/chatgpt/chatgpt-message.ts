import type { LeftOut } from '../importer.ts';
import { cardWords } from '../reading/card-words.ts';
import type { ForeignMessage } from '../reading/foreign-conversation.ts';
import { countLeftOut } from '../reading/left-out.ts';
import { readablePieces } from '../reading/marks.ts';
import { type Part, textParts } from '../reading/parts.ts';
import type { Piece } from '../reading/pieces.ts';
import { firstText, listOf, parsedJson, recordOf, textOf } from '../reading/values.ts';
import type { FindFile } from './chatgpt-files.ts';
import { citedOf, referencesIn } from './chatgpt-references.ts';
import { reportIn } from './chatgpt-reports.ts';

/** What of a conversation its messages need. */
export type ChatgptContext = {
  findFile: FindFile;
  defaultModel: string;
  /** The name of the newest canvas, for changes that do not name it. */
  canvas: string;
  /** The ids of the reports of deep research so far: several messages have the same one. */
  reports: Set<string>;
  leftOut: LeftOut;
};

type Fields = Record<string, unknown>;

/** A message of ChatGPT; null for what is not shown: system texts, hidden messages and the calls of most tools. */
export function chatgptMessage(value: unknown, context: ChatgptContext): ForeignMessage | null {
  const message = recordOf(value);
  const metadata = recordOf(message.metadata);
  const role = textOf(recordOf(message.author).role);
  const model = firstText(metadata.model_slug, context.defaultModel);
  const report = reportIn(message);
  if (report && !context.reports.has(report.id)) {
    context.reports.add(report.id);
    const parts = contentParts(report.content, report.metadata, context);
    return parts.length === 0 ? null : { role: 'assistant', parts, model };
  }
  if (metadata.is_visually_hidden_from_conversation === true) return null;
  const parts = partsOf(role, message, context);
  if (parts.length === 0) return null;
  return role === 'user'
    ? { role, parts: withoutRepeatedFiles(parts), model: '' }
    : { role: 'assistant', parts, model };
}

function partsOf(role: string, message: Fields, context: ChatgptContext): Part[] {
  const metadata = recordOf(message.metadata);
  switch (role) {
    case 'user':
      return [...contentParts(recordOf(message.content), metadata, context), ...attachments(metadata, context)];
    case 'assistant':
      return assistantParts(message, metadata, context);
    case 'tool':
      return toolParts(message, metadata, context);
    case 'system':
      return [];
    default:
      // Other products have nodes of the same form, with messages of another.
      if (Object.keys(message).length > 0) countLeftOut(context.leftOut, 'messages');
      return [];
  }
}

function assistantParts(message: Fields, metadata: Fields, context: ChatgptContext): Part[] {
  const content = recordOf(message.content);
  const recipient = textOf(message.recipient) || 'all';
  if (recipient === 'all') {
    const parts = contentParts(content, metadata, context);
    if (message.channel !== 'analysis') return parts;
    // What a model says to itself.
    return parts.map((part) =>
      part.type === 'text' ? { type: 'reasoning', text: part.pieces.filter(isText).join(''), ms: 0 } : part,
    );
  }
  if (recipient.startsWith('canmore.')) return canvasParts(recipient, rawText(content), context);
  if (recipient === 'python' || recipient === 'code_interpreter')
    return [{ type: 'code', language: 'python', text: rawText(content) }];
  countLeftOut(context.leftOut, 'calls');
  return [];
}

const isText = (piece: Piece) => typeof piece === 'string';

/** Of tools, only what they printed, their pictures, and the pages that they opened. */
function toolParts(message: Fields, metadata: Fields, context: ChatgptContext): Part[] {
  const content = recordOf(message.content);
  const type = textOf(content.content_type);
  if (type === 'execution_output') return outputParts(content);
  if (type === 'multimodal_text')
    return contentParts(content, metadata, { ...context, leftOut: new Map() }).filter(
      ({ type: kind }) => kind === 'file',
    );
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
    case 'system_error':
      return textParts(rawText(content));
    case 'user_editable_context':
    case 'model_editable_context':
    case 'tether_browsing_display':
      return [];
    case 'text':
    case 'multimodal_text':
      return listOf(content.parts ?? content.text).flatMap((part) => partOf(part, metadata, context));
    default:
      return unknownParts(content, metadata, context);
  }
}

function unknownParts(content: Fields, metadata: Fields, context: ChatgptContext): Part[] {
  const { content_type: type, parts: given, text, ...others } = content;
  const parts = listOf(given ?? text).flatMap((part) => partOf(part, metadata, context));
  if (parts.length === 0) parts.push(...textParts(cardWords(others)));
  if (parts.length === 0 && textOf(type) !== '') countLeftOut(context.leftOut, 'others');
  return parts;
}

function partOf(part: unknown, metadata: Fields, context: ChatgptContext): Part[] {
  if (typeof part === 'string') return citedText(textOf(part), metadata, context);
  const { content_type: type, asset_pointer: pointer, text, size_bytes: size } = recordOf(part);
  const kind = textOf(type);
  if (kind === 'image_asset_pointer') {
    const id = /(?:sediment|file-service):\/\/([\w-]+)/.exec(textOf(pointer))?.[1];
    if (id) return [filePart(id, '', 'image/png', Number(size) || 0, context)];
    countLeftOut(context.leftOut, 'pictures');
    return [];
  }
  // What was said. The sound itself is left out.
  if (textOf(text).trim() !== '') return citedText(textOf(text), metadata, context);
  if (/audio|video/.test(kind)) countLeftOut(context.leftOut, 'recordings');
  else if (kind !== '') countLeftOut(context.leftOut, 'others');
  return [];
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

/** A text whose marks are replaced by what they stand for. */
function citedText(text: string, metadata: Fields, context: ChatgptContext): Part[] {
  if (text.trim() === '') return [];
  return [{ type: 'text', pieces: readablePieces(text, context.leftOut, referencesIn(text, metadata)) }];
}

/** The document of a canvas, or what was changed in it. */
function canvasParts(recipient: string, text: string, context: ChatgptContext): Part[] {
  const { name, type, content, updates, comments } = recordOf(parsedJson(text));
  if (recipient === 'canmore.create_textdoc') {
    context.canvas = firstText(name) || 'Canvas';
    const kind = textOf(type);
    const language = kind.startsWith('code/') ? kind.slice('code/'.length) : 'markdown';
    return [{ type: 'document', title: context.canvas, language, text: textOf(content) }];
  }
  if (recipient === 'canmore.comment_textdoc')
    return textParts(cardWords(listOf(comments).map((one) => recordOf(one).comment)));
  if (recipient !== 'canmore.update_textdoc') {
    countLeftOut(context.leftOut, 'calls');
    return [];
  }
  return listOf(updates).flatMap((update): Part[] => {
    const { pattern, replacement } = recordOf(update);
    const isWhole = /^(?:\(\?s\))?\.[*+]$/.test(textOf(pattern));
    const title = `${context.canvas || 'Canvas'} (${isWhole ? 'new version' : 'changed part'})`;
    return textOf(replacement) === ''
      ? []
      : [{ type: 'document', title, language: 'markdown', text: textOf(replacement) }];
  });
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
