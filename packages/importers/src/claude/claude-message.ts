import type { LeftOut } from '../importer.ts';
import { cardWords } from '../reading/card-words.ts';
import { elementsIn } from '../reading/elements.ts';
import { bytesOfText } from '../reading/file-contents.ts';
import { type ForeignMessage, foreignMessage } from '../reading/foreign-conversation.ts';
import { hashOf } from '../reading/ids.ts';
import { baseName } from '../reading/json-files.ts';
import { countLeftOut } from '../reading/left-out.ts';
import { type Part, textParts } from '../reading/parts.ts';
import type { Cited, Piece } from '../reading/pieces.ts';
import { firstText, listOf, recordOf, textOf, timeOf } from '../reading/values.ts';
import { cardParts } from './claude-cards.ts';
import { type Documents, documentParts } from './claude-documents.ts';

type Fields = Record<string, unknown>;

/** A message of Claude; null if there is nothing in it. `documents` are those of the conversation so far, `all` is what it leaves out. */
export function claudeMessage(message: Fields, documents: Documents, all: LeftOut): ForeignMessage | null {
  const role = message.sender === 'human' || message.role === 'user' ? 'user' : 'assistant';
  const leftOut: LeftOut = new Map();
  const parts = listOf(message.content).flatMap((block) => blockParts(block, documents, leftOut));
  // Older exports have only the text.
  if (!parts.some(({ type }) => type !== 'reasoning' && type !== 'sources')) {
    const text = textOf(message.text);
    parts.push(...(role === 'user' ? textParts(text) : writtenParts(text, documents, leftOut)));
  }
  return foreignMessage(
    {
      role,
      parts: [...parts, ...attachmentParts(message), ...nameParts(message)],
      model: role === 'user' ? '' : textOf(message.model),
    },
    leftOut,
    all,
  );
}

/** Blocks that say nothing to people. */
const silent = /^(?:token_budget|flag|redacted_thinking)$/;

function blockParts(value: unknown, documents: Documents, leftOut: LeftOut): Part[] {
  if (typeof value === 'string') return textParts(textOf(value));
  const block = recordOf(value);
  const type = textOf(block.type);
  switch (type) {
    case 'text':
      return citedParts(block, documents, leftOut);
    case 'thinking': {
      const text = firstText(block.thinking, block.text);
      return text === '' ? [] : [{ type: 'reasoning', text, ms: durationOf(block) }];
    }
    case 'tool_use':
      return toolParts(textOf(block.name), recordOf(block.input), documents, leftOut);
    case 'tool_result':
      return resultParts(block, leftOut);
    case 'image':
      countLeftOut(leftOut, 'pictures');
      return [];
    default:
      return silent.test(type) ? [] : unknownParts(block, leftOut);
  }
}

/** What a block of another kind says, such as a note that was spoken. */
function unknownParts({ type: _, text, title: __, ...others }: Fields, leftOut: LeftOut): Part[] {
  const parts = textParts(firstText(text, cardWords(others)));
  if (parts.length === 0) countLeftOut(leftOut, 'others');
  return parts;
}

/** What Claude's export writes in the place of what it does not have as text. */
const placeholders =
  /```\n(?:This block is not supported on your current device yet\.|Viewing artifacts created via [^\n]* supported on mobile\.)\n```|^Viewing artifacts created via [^\n]* supported on mobile\.$/gm;

/** A text of Claude without placeholders. Older texts have documents and thoughts in elements. */
function writtenParts(given: string, documents: Documents, leftOut: LeftOut): Part[] {
  const text = given.replace(placeholders, () => {
    countLeftOut(leftOut, 'others');
    return '';
  });
  return elementsIn(text, ['antArtifact', 'antThinking']).flatMap((part) => {
    if (typeof part === 'string') return textParts(part);
    if (part.name === 'antThinking') return [{ type: 'reasoning', text: part.inside, ms: 0 }];
    const { identifier: id, type, title, language } = Object.fromEntries(part.attributes);
    const content = part.inside.replace(/^\n/, '');
    return documentParts('artifacts', { command: 'create', id, type, title, language, content }, documents);
  });
}

const durationOf = ({ start_timestamp: from, stop_timestamp: to }: Fields) =>
  Math.max(0, (timeOf(to) ?? 0) - (timeOf(from) ?? Number.POSITIVE_INFINITY)) || 0;

/** A text with what it cites behind it, or at the places where the export says. */
function citedParts(block: Fields, documents: Documents, leftOut: LeftOut): Part[] {
  const text = textOf(block.text);
  const placeOf = placesOf(text);
  const cited = listOf(block.citations)
    .map((value) => {
      const citation = recordOf(value);
      const details = recordOf(citation.details);
      const url = firstText(citation.url, details.url);
      const page = { url, title: firstText(citation.title, recordOf(citation.metadata).title), quote: '' };
      return { at: placeOf(citation.end_index), page };
    })
    .filter(({ page }) => page.url !== '')
    .toSorted((a, b) => a.at - b.at);
  if (cited.length === 0) return writtenParts(text, documents, leftOut);
  const pieces: Piece[] = [];
  let from = 0;
  for (const { at, page } of cited) {
    pieces.push(text.slice(from, at), [page]);
    from = at;
  }
  pieces.push(text.slice(from));
  return text.trim() === '' ? [] : [{ type: 'text', pieces }];
}

/** Finds the places that an export gives in characters, of which some are two units of a text here. */
function placesOf(text: string): (end: unknown) => number {
  const characters = /[\ud800-\udbff]/.test(text) ? [...text] : null;
  const length = characters?.length ?? text.length;
  return (end) => {
    if (typeof end !== 'number' || !(end > 0 && end <= length)) return text.length;
    return characters ? characters.slice(0, Math.floor(end)).join('').length : Math.floor(end);
  };
}

/** Of tools, documents, cards, and code that was run. Other calls are not shown. */
function toolParts(name: string, input: Fields, documents: Documents, leftOut: LeftOut): Part[] {
  if (programs.test(name)) {
    const code = firstText(input.code, input.command);
    const language = name === 'repl' || name === 'analysis' ? 'javascript' : 'bash';
    return code === '' ? [] : [{ type: 'code', language, text: code }];
  }
  if (name === 'present_files') return presentedFiles(input, documents);
  const parts = [...documentParts(name, input, documents), ...cardParts(name, input)];
  if (parts.length === 0) countLeftOut(leftOut, /_v\d+$|display|show/.test(name) ? 'cards' : 'calls');
  return parts;
}

/** Files that Claude has made. Those that are not among the documents are only names in the export. */
function presentedFiles(input: Fields, documents: Documents): Part[] {
  const known = new Set([...documents.keys()].map(baseName));
  return [...listOf(input.filepaths), ...listOf(input.paths), ...listOf(input.files)]
    .map((path) => baseName(firstText(path, recordOf(path).path, recordOf(path).file_path)))
    .filter((name) => name !== '' && !known.has(name))
    .map(missing);
}

const programs = /^(?:repl|analysis|code_execution|bash_tool|bash)$/;

function resultParts(block: Fields, leftOut: LeftOut): Part[] {
  const content = listOf(block.content);
  const pictures = content.filter((item) => recordOf(item).type === 'image').length;
  if (pictures > 0) countLeftOut(leftOut, 'pictures', pictures);
  const sources = content.flatMap((item): Cited[] => {
    const { url, title, text, metadata } = recordOf(item);
    const address = firstText(url, recordOf(metadata).url, recordOf(metadata).site_url);
    return address === '' ? [] : [{ url: address, title: textOf(title), quote: textOf(text) }];
  });
  if (sources.length > 0) return [{ type: 'sources', sources }];
  if (!programs.test(textOf(block.name))) return [];
  const output = content.map((item) => (typeof item === 'string' ? item : textOf(recordOf(item).text))).join('\n');
  return output.trim() === '' ? [] : [{ type: 'output', text: textOf(output) }];
}

/** Attachments, of which the export has the text. */
function attachmentParts(message: Fields): Part[] {
  return listOf(message.attachments).flatMap((value): Part[] => {
    const { id, file_name: fileName, extracted_content: extracted } = recordOf(value);
    const text = textOf(extracted);
    const name = firstText(fileName) || 'Pasted text';
    if (text === '') return fileName ? [missing(name)] : [];
    const content = bytesOfText(text);
    const fileId = `claude:${firstText(id) || hashOf(`${name}\n${text}`)}`.slice(0, 128);
    const named = /\.(?:txt|md|csv|json|html?|xml|ya?ml|js|ts|py|java|c|cpp|css|sql|log)$/i.test(name)
      ? name
      : `${name}.txt`;
    return [{ type: 'file', file: { id: fileId, name: named, type: 'text/plain', size: content.size, content } }];
  });
}

/** Files, of which the export has only the names. */
const nameParts = (message: Fields): Part[] =>
  [...listOf(message.files), ...listOf(message.files_v2)]
    .map((value) => firstText(recordOf(value).file_name, recordOf(value).name))
    .filter((name, i, all) => name !== '' && all.indexOf(name) === i)
    .map(missing);

const missing = (name: string): Part => ({
  type: 'file',
  file: { id: `claude:${hashOf(name)}`, name, type: 'application/octet-stream', size: 0, content: null },
});
