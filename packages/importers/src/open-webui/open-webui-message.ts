import { bytesOfDataUrl } from '../common/file-contents.ts';
import type { ForeignMessage } from '../common/foreign-conversation.ts';
import { hashOf } from '../common/ids.ts';
import { type Cited, type Part, textParts } from '../common/parts.ts';
import { firstText, listOf, recordOf, textOf } from '../common/values.ts';

type Fields = Record<string, unknown>;

/** A message of Open WebUI; null if there is nothing in it. */
export function openWebuiMessage(message: Fields, defaultModel: string): ForeignMessage | null {
  if (message.role === 'system') return null;
  const isPerson = message.role === 'user';
  const parts = [
    ...listOf(message.content).flatMap(contentParts),
    ...listOf(message.files).flatMap(fileParts),
    ...sourceParts(message),
  ];
  if (parts.length === 0) return null;
  const model = isPerson ? '' : firstText(message.modelName, message.model, defaultModel);
  return { role: isPerson ? 'user' : 'assistant', parts, model };
}

function contentParts(value: unknown): Part[] {
  if (typeof value === 'string') return withDetails(textOf(value));
  const { type, text, image_url: image } = recordOf(value);
  if (type === 'image_url')
    return fileParts({ type: 'image', url: typeof image === 'string' ? image : recordOf(image).url });
  return withDetails(textOf(text));
}

/** Reasoning and code that was run are folded blocks of HTML in the text. */
const details = /<details\s+type="(reasoning|code_interpreter)"([^>]*)>([\s\S]*?)<\/details>/g;

function withDetails(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(details)) {
    const [whole, kind, attributes = '', inside = ''] = match;
    parts.push(...textParts(text.slice(from, match.index)));
    from = match.index + whole.length;
    const body = inside.replace(/<summary>[\s\S]*?<\/summary>/, '').trim();
    if (kind === 'reasoning') {
      const thought = unescaped(body.replace(/^(?:&gt;|>) ?/gm, ''));
      if (thought !== '')
        parts.push({ type: 'reasoning', text: thought, ms: Number(attribute(attributes, 'duration')) * 1000 || 0 });
    } else {
      parts.push(...textParts(unescaped(body)));
      const printed = printedIn(attribute(attributes, 'output'));
      if (printed !== '') parts.push({ type: 'output', text: printed });
    }
  }
  parts.push(...textParts(text.slice(from)));
  return parts;
}

const attribute = (attributes: string, name: string) =>
  unescaped(new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", amp: '&' };
const unescaped = (text: string) =>
  text.replace(/&(lt|gt|quot|amp|#39|#x27);/g, (_, name: string) => entities[name] ?? '');

/** What a program printed, of the JSON that Open WebUI keeps of it. */
function printedIn(json: string): string {
  try {
    const { stdout, result, stderr } = recordOf(JSON.parse(json));
    return [stdout, result, stderr]
      .map(textOf)
      .filter((text) => text.trim() !== '')
      .join('\n')
      .trim();
  } catch {
    return json.trim();
  }
}

function fileParts(value: unknown): Part[] {
  const given = recordOf(value);
  const file = recordOf(given.file);
  const url = textOf(given.url);
  const data = bytesOfDataUrl(url);
  if (data) {
    const type = data.type || 'image/png';
    const name = firstText(given.name) || `Picture.${/^image\/(\w+)/.exec(type)?.[1] ?? 'png'}`;
    return [
      {
        type: 'file',
        file: { id: `open-webui:${hashOf(url)}`, name, type, size: data.content.size, content: data.content },
      },
    ];
  }
  const name = firstText(given.name, file.filename, recordOf(file.meta).name);
  if (name === '' && url === '') return [];
  const id = `open-webui:${firstText(given.id, file.id) || hashOf(url || name)}`.slice(0, 128);
  const type = firstText(recordOf(file.meta).content_type) || 'application/octet-stream';
  const size = Math.max(0, Math.round(Number(firstText(given.size, recordOf(file.meta).size)) || 0));
  return [{ type: 'file', file: { id, name: name || 'File', type, size, content: null } }];
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
