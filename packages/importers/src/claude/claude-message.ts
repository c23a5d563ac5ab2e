import { bytesOfText } from '../common/file-contents.ts';
import type { ForeignMessage } from '../common/foreign-conversation.ts';
import { hashOf } from '../common/ids.ts';
import { type Cited, type Part, textParts } from '../common/parts.ts';
import { firstText, listOf, recordOf, textOf, timeOf } from '../common/values.ts';
import { type Documents, documentParts } from './claude-documents.ts';

type Fields = Record<string, unknown>;

/** A message of Claude; null if there is nothing in it. `documents` are those of the conversation so far. */
export function claudeMessage(message: Fields, documents: Documents): ForeignMessage | null {
  const role = message.sender === 'human' || message.role === 'user' ? 'user' : 'assistant';
  const blocks = listOf(message.content);
  const parts = blocks.flatMap((block) => blockParts(block, documents));
  // Older exports have only the text.
  if (!parts.some(({ type }) => type !== 'reasoning' && type !== 'sources'))
    parts.push(...textParts(textOf(message.text)));
  const all = [...parts, ...attachmentParts(message), ...nameParts(message)];
  return all.length === 0 ? null : { role, parts: all, model: role === 'user' ? '' : textOf(message.model) };
}

function blockParts(value: unknown, documents: Documents): Part[] {
  if (typeof value === 'string') return textParts(textOf(value));
  const block = recordOf(value);
  switch (block.type) {
    case 'text':
      return citedParts(block);
    case 'thinking': {
      const text = firstText(block.thinking, block.text);
      return text === '' ? [] : [{ type: 'reasoning', text, ms: durationOf(block) }];
    }
    case 'tool_use':
      return toolParts(textOf(block.name), recordOf(block.input), documents);
    case 'tool_result':
      return resultParts(block);
    default:
      return textParts(textOf(block.text));
  }
}

const durationOf = ({ start_timestamp: from, stop_timestamp: to }: Fields) =>
  Math.max(0, (timeOf(to) ?? 0) - (timeOf(from) ?? Number.POSITIVE_INFINITY)) || 0;

/** A text with what it cites behind it, or at the places where the export says. */
function citedParts(block: Fields): Part[] {
  const text = textOf(block.text);
  if (text.trim() === '') return [];
  const cited = listOf(block.citations)
    .map((value) => {
      const citation = recordOf(value);
      const details = recordOf(citation.details);
      const url = firstText(citation.url, details.url);
      const end = citation.end_index;
      const at = typeof end === 'number' && end > 0 && end <= text.length ? Math.floor(end) : text.length;
      return { at, page: { url, title: firstText(citation.title, recordOf(citation.metadata).title), quote: '' } };
    })
    .filter(({ page }) => page.url !== '')
    .toSorted((a, b) => a.at - b.at);
  const pieces: (string | readonly Cited[])[] = [];
  let from = 0;
  for (const { at, page } of cited) {
    pieces.push(text.slice(from, at), [page]);
    from = at;
  }
  pieces.push(text.slice(from));
  return [{ type: 'text', pieces }];
}

/** Of tools, documents and code that was run. Other calls are not shown. */
function toolParts(name: string, input: Fields, documents: Documents): Part[] {
  if (name === 'repl' || name === 'analysis' || name === 'code_execution') {
    const code = firstText(input.code, input.command);
    return code === ''
      ? []
      : [{ type: 'code', language: name === 'code_execution' ? 'bash' : 'javascript', text: code }];
  }
  return documentParts(name, input, documents);
}

const programs = /^(?:repl|analysis|code_execution|bash_tool|bash)$/;

function resultParts(block: Fields): Part[] {
  const content = listOf(block.content);
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
