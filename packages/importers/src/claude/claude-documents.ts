import { baseName } from '../reading/json-files.ts';
import type { Part } from '../reading/parts.ts';
import { firstText, textOf } from '../reading/values.ts';

type Document = { title: string; language: string; text: string };
/** The documents of a conversation by their ids or paths. */
export type Documents = Map<string, Document>;

const languages: Record<string, string> = {
  'text/markdown': 'markdown',
  'text/html': 'html',
  'image/svg+xml': 'svg',
  'application/vnd.ant.react': 'jsx',
  'application/vnd.ant.mermaid': 'mermaid',
};

/** The document that a tool has created or changed, as it is then. */
export function documentParts(tool: string, input: Record<string, unknown>, documents: Documents): Part[] {
  const command = textOf(input.command);
  if (tool === 'artifacts') {
    const id = firstText(input.id, input.title);
    if (command === 'update' || command === 'str_replace') return replaced(id, input, documents);
    const before = documents.get(id);
    const type = textOf(input.type);
    return created(
      id,
      {
        title: firstText(input.title, before?.title, id) || 'Artifact',
        language: firstText(input.language, languages[type], before?.language),
        text: textOf(input.content),
      },
      documents,
    );
  }
  const path = firstText(input.path, input.file_path);
  if (tool === 'create_file' || (tool === 'str_replace_based_edit_tool' && command === 'create')) {
    const title = baseName(path) || 'File';
    const extension = /\.(\w+)$/.exec(title)?.[1] ?? '';
    return created(path, { title, language: extension, text: firstText(input.file_text, input.content) }, documents);
  }
  if (tool === 'str_replace' || (tool === 'str_replace_based_edit_tool' && command === 'str_replace'))
    return replaced(path, input, documents);
  return [];
}

function created(id: string, document: Document, documents: Documents): Part[] {
  if (document.text.trim() === '') return [];
  documents.set(id, document);
  return [{ type: 'document', ...document }];
}

/** Applies a change to a document. If that is not possible, only the changed part is shown. */
function replaced(id: string, input: Record<string, unknown>, documents: Documents): Part[] {
  const from = textOf(input.old_str);
  const to = textOf(input.new_str);
  const before = documents.get(id);
  if (!before || from === '' || !before.text.includes(from)) {
    const title = `${before?.title ?? (baseName(id) || 'Artifact')} (changed part)`;
    return to.trim() === '' ? [] : [{ type: 'document', title, language: before?.language ?? '', text: to }];
  }
  return created(id, { ...before, text: before.text.replace(from, () => to) }, documents);
}
