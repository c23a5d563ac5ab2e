import type { DocumentKind } from '@noek/contract/documents/kinds';
import type { MadeDocument } from '@noek/contract/documents/schemas';
import type { Database } from '@noek/db/database';
import { and, eq, inArray, or } from 'drizzle-orm';
import { cutText } from '../../../text/cut-text.ts';

/** Documents that an answer has made or changed. */
type MadeIn = { conversationId: number; documents: readonly MadeDocument[] };

/** A document as programs get it: a link, and its text as the answer has left it, or its beginning. */
export type ShownDocument = MadeDocument & { url: string; text: string; charactersLeftOut: number };

/** Where a person opens a document of their own. */
export const documentUrl = (chatOrigin: string, conversationId: number, documentId: string): string =>
  `${chatOrigin}/chat/${conversationId}?document=${encodeURIComponent(documentId)}`;

/**
 * The documents of answers, by their ids in the order of the answers. All texts of an answer have at most `most` characters (UTF-16 code units) together.
 * Documents that were deleted are left out.
 */
export async function shownDocuments(
  { orm, tables: { documents: d, documentVersions: v } }: Pick<Database, 'orm' | 'tables'>,
  chatOrigin: string,
  answers: readonly MadeIn[],
  most: number,
): Promise<ShownDocument[][]> {
  const made = answers.flatMap(({ documents }) => documents);
  if (made.length === 0) return answers.map(() => []);
  const conversations = [...new Set(answers.map(({ conversationId }) => conversationId))];
  const rows = await orm
    .select({ id: d.id, conversationId: d.conversationId, version: v.number, text: v.content })
    .from(d)
    .innerJoin(v, eq(v.documentId, d.id))
    .where(
      and(
        inArray(d.conversationId, conversations),
        or(...made.map(({ id, version }) => and(eq(v.documentId, id), eq(v.number, version)))),
      ),
    );
  return answers.map(({ conversationId, documents }) => {
    let left = most;
    return documents.flatMap((document) => {
      const { id, version } = document;
      const row = rows.find((one) => one.id === id && one.version === version && one.conversationId === conversationId);
      if (!row) return [];
      const text = cutText(row.text, left);
      left -= text.length;
      const url = documentUrl(chatOrigin, conversationId, id);
      return [{ ...document, url, text, charactersLeftOut: row.text.length - text.length }];
    });
  });
}

const languages: Record<DocumentKind, string> = {
  html: 'html',
  svg: 'svg',
  mermaid: 'mermaid',
  markdown: 'markdown',
  csv: 'csv',
  react: 'tsx',
  javascript: 'js',
  python: 'python',
};

/** A document as Markdown: a link, and its text as a code block. */
export function asMarkdown({ title, kind, version, url, text, charactersLeftOut }: ShownDocument): string {
  const name = title.replace(/[\\`*_[\]<>#~|]/g, '\\$&');
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  const cut =
    charactersLeftOut > 0 ? `\n\n(${charactersLeftOut.toLocaleString('en-US')} more characters are at the link.)` : '';
  return `[${name}](${url}) (version ${version})\n\n${fence}${languages[kind]}\n${text.replace(/\n$/, '')}\n${fence}${cut}`;
}
