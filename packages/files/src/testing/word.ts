import { readDocx } from '../reading/docx/read-docx.ts';
import type { ReadFile } from '../reading/read-result.ts';
import { readingLimits } from '../reading/reading-limits.ts';
import { docxOf, relationships } from './office.ts';

type Link = { id: string; type: string; target: string; external?: true };
type Extra = { parts?: Readonly<Record<string, string | Uint8Array>>; links?: readonly Link[] };

/** Reads a Word document with this body. `links` are what its main part refers to; `parts` are further files of it. */
export const readWord = async (body: string, { parts = {}, links = [] }: Extra = {}): Promise<ReadFile> =>
  readDocx(
    new Uint8Array(await docxOf(body, { parts: { 'word/_rels/document.xml.rels': relationships(links), ...parts } })),
    readingLimits,
  );

/** The text of a Word document with this body. */
export const wordText = async (body: string, extra?: Extra): Promise<string> =>
  (await readWord(body, extra)).pages[0]?.text ?? '';

/** A run of text with these properties. */
export const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;

export const inParagraph = (content: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;

/** A field with a code and, unless it is null, a result in runs. */
export const field = (code: string, result: string | null, form = '') =>
  `<w:r><w:fldChar w:fldCharType="begin">${form && `<w:ffData>${form}</w:ffData>`}</w:fldChar></w:r><w:r><w:instrText xml:space="preserve">${code}</w:instrText></w:r>${
    result === null ? '' : `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}`
  }<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

/** A row of a table with these cells: texts, or elements of a cell. */
export const tableRow = (...cells: readonly string[]) =>
  `<w:tr>${cells.map((cell) => `<w:tc>${cell.startsWith('<') ? cell : inParagraph(run(cell))}</w:tc>`).join('')}</w:tr>`;

/** The definition of a level of a list. */
export const listLevel = (level: number, format: string, text: string, rest = '') =>
  `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${rest}<w:lvlText w:val="${text}"/></w:lvl>`;

/** Definitions of lists, and the lists that use them, as the parts of a document. */
export const withLists = (
  definitions: Readonly<Record<string, string>>,
  lists: Readonly<Record<string, string>>,
): Extra => ({
  links: [{ id: 'rIdLists', type: 'numbering', target: 'numbering.xml' }],
  parts: {
    'word/numbering.xml': `<w:numbering>${Object.entries(definitions)
      .map(([id, levels]) => `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`)
      .join('')}${Object.entries(lists)
      .map(([id, content]) => `<w:num w:numId="${id}">${content}</w:num>`)
      .join('')}</w:numbering>`,
  },
});

/** An item of a list. */
export const item = (text: string, list: string, level = 0) =>
  inParagraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
