import { bytesOfDataUrl } from '../reading/file-contents.ts';
import { hashOf } from '../reading/ids.ts';
import type { Part } from '../reading/parts.ts';
import { firstText, recordOf, textOf } from '../reading/values.ts';

/** What a program printed, of the JSON that Open WebUI keeps of it. */
export function printedIn(json: string): string {
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

/** A file of a message. Pictures can be in the export as addresses with their bytes. */
export function fileParts(value: unknown): Part[] {
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
