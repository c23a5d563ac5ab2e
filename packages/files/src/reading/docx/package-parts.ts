import { posix } from 'node:path';
import { type OfficeArchive, type Relationship, relationshipsIn } from '../office-archive.ts';

/** A relationship whose target, unless it is outside, is the path of a file that the archive has. */
type PartLink = Omit<Relationship, 'id'>;

export type PartLinks = ReadonlyMap<string, PartLink>;

/** The path of the main part. It need not be word/document.xml (ECMA-376 part 2, 9.3). */
export async function mainPartOf(archive: OfficeArchive): Promise<string> {
  for (const link of await relationshipsIn(archive, '_rels/.rels'))
    if (link.type === 'officeDocument' && !link.isExternal) {
      const path = storedPath(archive, '', link.target);
      if (path !== undefined) return path;
    }
  return 'word/document.xml';
}

/** What a part refers to, by the identifiers that it uses. Links to files that are not there are left out. */
export async function linksOf(archive: OfficeArchive, part: string): Promise<PartLinks> {
  const links = new Map<string, PartLink>();
  const relationships = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
  for (const { id, type, target, isExternal } of await relationshipsIn(archive, relationships)) {
    const path = isExternal ? target : storedPath(archive, posix.dirname(part), target);
    if (path !== undefined) links.set(id, { type, target: path, isExternal });
  }
  return links;
}

/** The path in the archive to which a target leads. Some programs write it with escapes, or in a different case from the file. */
function storedPath(archive: OfficeArchive, folder: string, target: string): string | undefined {
  const bare = target.replace(/[?#].*$/, '').replaceAll('\\', '/');
  const path = bare.startsWith('/') ? posix.normalize(bare.slice(1)) : posix.join(folder, bare);
  if (archive.has(path)) return path;
  let paths = plainPaths.get(archive);
  if (!paths) {
    paths = new Map(archive.paths().map((each) => [withoutEscapes(each).toLowerCase(), each]));
    plainPaths.set(archive, paths);
  }
  return paths.get(withoutEscapes(path).toLowerCase());
}

/** The paths of archives by their form without escapes, in lower case. */
const plainPaths = new WeakMap<OfficeArchive, Map<string, string>>();

function withoutEscapes(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The path of the only part of a kind that the main part refers to, such as its "styles". Some programs forget to refer to it. */
export function partOfType(archive: OfficeArchive, main: string, links: PartLinks, type: string): string | undefined {
  const linked = [...links.values()].find((link) => link.type === type && !link.isExternal);
  return linked ? linked.target : storedPath(archive, posix.dirname(main), `${type}.xml`);
}
