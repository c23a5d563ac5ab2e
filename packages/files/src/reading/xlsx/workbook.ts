import { posix } from 'node:path';
import { mainPartOf, type OfficeArchive, type PartLink, partLinksOf } from '../office-archive.ts';
import { elementAt, elementsOf, linkOf, type XmlNode, xmlTree } from '../xml-tree.ts';

export type SheetPart = {
  name: string;
  /** Null if the sheet is missing in the file. */
  path: string | null;
  isHidden: boolean;
};

export type Workbook = {
  sheets: SheetPart[];
  startsIn1904: boolean;
  /** The parts that all sheets share, such as "styles" and "sharedStrings". */
  links: PartLink[];
  /** The path of one of them, also where no relationship names it. */
  pathOf(type: string): string | undefined;
};

/** The sheets of a workbook, in their order. The parts may be anywhere in the archive. */
export async function readWorkbook(archive: OfficeArchive): Promise<Workbook> {
  const path = await mainPartOf(archive, 'xl/workbook.xml');
  const links = await partLinksOf(archive, path);
  const root = xmlTree(await archive.text(path));
  const sheets = elementAt(root, 'sheets');
  return {
    // Modules of old macros are in the list, but are no parts.
    sheets: (sheets ? elementsOf(sheets, 'sheet') : [])
      .filter((sheet) => links.length === 0 || linkOf(sheet))
      .map((sheet, at) => ({
        name: sheet.attributes.name ?? `Sheet ${at + 1}`,
        path: sheetPath(sheet, at) ?? null,
        isHidden: /hidden/i.test(sheet.attributes.state ?? ''),
      })),
    startsIn1904: /^(1|true|on)$/i.test(elementAt(root, 'workbookPr')?.attributes.date1904 ?? ''),
    links,
    pathOf(type) {
      const usual = posix.join(posix.dirname(path), `${type}.xml`);
      return links.find((link) => link.type === type)?.path ?? (archive.has(usual) ? usual : undefined);
    },
  };

  /** Some programs write no relationships. */
  function sheetPath(sheet: XmlNode, at: number): string | undefined {
    const linked = links.find(({ id }) => id === linkOf(sheet))?.path;
    const usual = posix.join(posix.dirname(path), `worksheets/sheet${at + 1}.xml`);
    return linked ?? (links.length === 0 && archive.has(usual) ? usual : undefined);
  }
}
