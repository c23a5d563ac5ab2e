import { zipOf } from './zip.ts';

type Parts = Readonly<Record<string, string | Uint8Array>>;

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'application/vnd.openxmlformats-officedocument';
const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`;

const contentTypes = (part: string, type: string) =>
  xml(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="${type}"/></Types>`);

/** The relationships of a part: the kind, the target and, for targets outside of the file, the mode of each. */
export const relationships = (list: readonly { id: string; type: string; target: string; external?: true }[]) =>
  xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
      .map(
        ({ id, type, target, external }) =>
          `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
      )
      .join('')}</Relationships>`,
  );

const start = (target: string) => relationships([{ id: 'rId1', type: 'officeDocument', target }]);
const titlePart = (title: string | undefined): Parts =>
  title === undefined
    ? {}
    : {
        'docProps/core.xml': xml(
          `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`,
        ),
      };

type Extra = { title?: string; parts?: Parts };

/** A Word document with this body in WordprocessingML. `parts` replaces and adds files of the archive. */
export const docxOf = (body: string, { title, parts }: Extra = {}) =>
  zipOf({
    '[Content_Types].xml': contentTypes('word/document.xml', `${main}.wordprocessingml.document.main+xml`),
    '_rels/.rels': start('word/document.xml'),
    'word/document.xml': xml(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}"><w:body>${body}</w:body></w:document>`,
    ),
    ...titlePart(title),
    ...parts,
  });

/** A paragraph of a Word document; with a style, such as "Heading1". */
export const paragraph = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** An Excel workbook with these sheets, whose rows, or all of whose content, are in SpreadsheetML. */
export const xlsxOf = (sheets: Readonly<Record<string, string>>, { title, parts }: Extra = {}) => {
  const names = Object.keys(sheets);
  return zipOf({
    '[Content_Types].xml': contentTypes('xl/workbook.xml', `${main}.spreadsheetml.sheet.main+xml`),
    '_rels/.rels': start('xl/workbook.xml'),
    'xl/workbook.xml': xml(
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets>${names
        .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relationships(
      names.map((_, at) => ({ id: `rId${at + 1}`, type: 'worksheet', target: `worksheets/sheet${at + 1}.xml` })),
    ),
    'xl/styles.xml': xml(
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    ),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        xml(
          `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}">${rows.includes('<sheetData') ? rows : `<sheetData>${rows}</sheetData>`}</worksheet>`,
        ),
      ]),
    ),
    ...titlePart(title),
    ...parts,
  });
};

/** A row of a sheet. Strings are written into the cells, and dates as numbers with a date format. */
export const row = (number: number, ...cells: readonly (string | number | boolean | Date)[]) =>
  `<row r="${number}">${cells
    .map((value, at) => {
      const r = `${String.fromCharCode(65 + at)}${number}`;
      if (typeof value === 'string') return `<c r="${r}" t="inlineStr"><is><t>${value}</t></is></c>`;
      if (typeof value === 'boolean') return `<c r="${r}" t="b"><v>${Number(value)}</v></c>`;
      if (value instanceof Date) return `<c r="${r}" s="1"><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`;
      return `<c r="${r}"><v>${value}</v></c>`;
    })
    .join('')}</row>`;

/**
 * A PowerPoint presentation whose slides have these paragraphs in DrawingML, or these shapes in PresentationML. Slides are stored in the reverse
 * of their order.
 */
export const pptxOf = (slides: readonly string[], { title, parts }: Extra = {}) => {
  const fileOf = (at: number) => `slides/slide${slides.length - at}.xml`;
  return zipOf({
    '[Content_Types].xml': contentTypes('ppt/presentation.xml', `${main}.presentationml.presentation.main+xml`),
    '_rels/.rels': start('ppt/presentation.xml'),
    'ppt/presentation.xml': xml(
      `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${office}"><p:sldIdLst>${slides
        .map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`)
        .join('')}</p:sldIdLst></p:presentation>`,
    ),
    'ppt/_rels/presentation.xml.rels': relationships(
      slides.map((_, at) => ({ id: `rId${at + 1}`, type: 'slide', target: fileOf(at) })),
    ),
    ...Object.fromEntries(
      slides.map((body, at) => [
        `ppt/${fileOf(at)}`,
        xml(
          `<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}"><p:cSld><p:spTree>${body.startsWith('<a:') ? `<p:sp><p:txBody>${body}</p:txBody></p:sp>` : body}</p:spTree></p:cSld></p:sld>`,
        ),
      ]),
    ),
    ...titlePart(title),
    ...parts,
  });
};
