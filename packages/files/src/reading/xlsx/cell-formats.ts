import { getFormatFromId } from 'numfmt';
import type { OfficeArchive } from '../office-archive.ts';
import { elementAt, elementsOf, elementsWithin, xmlTree } from '../xml-tree.ts';

/** The first number of a format that a workbook defines itself (ECMA-376, 18.8.30). */
const firstOwn = 164;

/** The number formats of cells, such as "0.00", by the number of the cell's style. */
export async function cellFormatsIn(archive: OfficeArchive, path: string | undefined): Promise<string[]> {
  if (path === undefined || !archive.has(path)) return [];
  const root = xmlTree(await archive.text(path));
  const own = new Map(
    elementsWithin(root, 'numFmt').map(({ attributes }) => [attributes.numFmtId, attributes.formatCode ?? 'General']),
  );
  const styles = elementAt(root, 'cellXfs');
  return (styles ? elementsOf(styles, 'xf') : []).map(({ attributes: { numFmtId = '0' } }) => {
    const number = Number(numFmtId);
    return own.get(numFmtId) ?? (number < firstOwn ? builtIn(number) : 'General');
  });
}

function builtIn(number: number): string {
  try {
    return getFormatFromId(number) ?? 'General';
  } catch {
    return 'General';
  }
}
