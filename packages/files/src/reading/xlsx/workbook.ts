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
  const list = elementAt(root, 'sheets');
  const paths = sheetPaths(archive, path, links);
  return {
    sheets: (list ? elementsOf(list, 'sheet') : []).flatMap((sheet, at) => {
      const found = paths(sheet, at);
      // Modules of old macros are in the list, but are no parts.
      if (found === undefined && !linkOf(sheet)) return [];
      const { name = `Sheet ${at + 1}`, state = '' } = sheet.attributes;
      return [{ name, path: found ?? null, isHidden: /hidden/i.test(state) }];
    }),
    startsIn1904: /^(1|true|on)$/i.test(elementAt(root, 'workbookPr')?.attributes.date1904 ?? ''),
    links,
    pathOf(type) {
      const usual = posix.join(posix.dirname(path), `${type}.xml`);
      return links.find((link) => link.type === type)?.path ?? (archive.has(usual) ? usual : undefined);
    },
  };
}

/** Where the sheets are. Some programs write no relationships, or do not say which one is that of a sheet: then they are in order. */
function sheetPaths(archive: OfficeArchive, path: string, links: readonly PartLink[]) {
  const known = new Map(links.map((link) => [link.id, link.path]));
  const claimed = new Set<string>();
  const free = links.filter(({ type }) => type === 'worksheet').map((link) => link.path);
  return (sheet: XmlNode, at: number): string | undefined => {
    const id = linkOf(sheet);
    const usual = posix.join(posix.dirname(path), `worksheets/sheet${at + 1}.xml`);
    const unnamed = id === undefined ? (free.find((each) => !claimed.has(each)) ?? usual) : undefined;
    const found = known.get(id ?? '') ?? (links.length === 0 ? usual : unnamed);
    if (found === undefined || !archive.has(found)) return undefined;
    claimed.add(found);
    return found;
  };
}
