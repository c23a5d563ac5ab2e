import type { ApiReference } from '@noek/contract/calls/api-reference';
import { addresses } from '../addresses.ts';
import written from './reference.json';

/** The origin that the examples in the documents call. The pages show the address of this server instead. */
const exampleOrigin = /http:\/\/localhost:5000/g;

/** The server's description of its calls, written by `node apps/server/generate-api-docs.ts`. */
export const reference = JSON.parse(
  JSON.stringify(written).replaceAll(exampleOrigin, addresses.api),
) as unknown as ApiReference;

export const paths = {
  guide: '/developers',
  rest: '/developers/rest',
  procedures: '/developers/typed-procedures',
  programs: '/developers/programs',
} as const;

/** The anchor of a heading, a call or a procedure: "GET /api/shared/{id}" is "get-api-shared-id". */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const shapes = new Set(reference.shapes.map(({ name }) => name));
const shapeAnchor = (name: string) => `shape-${anchorOf(name)}`;

/** The address of the description of a shape; undefined if there is no shape with this name. */
export const addressOfShape = (name: string): string | undefined =>
  shapes.has(name) ? `${paths.rest}#${shapeAnchor(name)}` : name === 'DateTime' ? `${paths.rest}#shapes` : undefined;
export { shapeAnchor };

/** Where the pages have the sections that the documents link to, by the anchor in docs/api.md. */
const moved: Record<string, string> = {
  '': paths.rest,
  errors: `${paths.guide}#errors`,
  'event-streams': `${paths.guide}#event-streams`,
  'personal-api-tokens': `${paths.guide}#personal-api-tokens`,
  shapes: `${paths.rest}#shapes`,
  'typed-procedures': paths.procedures,
  'the-typed-client': `${paths.procedures}#the-typed-client`,
};

/** The anchor of the chapter about a document, and of a section in it. */
const programs = new Map(reference.programs.map(({ file, heading }) => [file, anchorOf(heading)]));
export const sectionAnchor = (file: string, heading: string) => `${programs.get(file)}-${anchorOf(heading)}`;
const areas = new Set(reference.areas.map(({ title }) => anchorOf(title)));

/**
 * The address on this site of a link in the document `from`; null for files of the repository that are not here. Throws for a section that
 * the pages do not contain.
 */
export function addressOfLink(href: string, from = 'api.md'): string | null {
  if (/^https?:/.test(href)) return href;
  const [name = '', anchor = ''] = href.split('#');
  const file = name || from;
  const chapter = programs.get(file);
  if (chapter !== undefined) return `${paths.programs}#${anchor ? sectionAnchor(file, anchor) : chapter}`;
  if (file !== 'api.md') return file === 'api-guide.md' ? paths.guide : null;
  const address = moved[anchor] ?? (areas.has(anchor) ? `${paths.rest}#${anchor}` : undefined);
  if (address === undefined) throw new Error(`The developers' pages have no place for ${href}.`);
  return address;
}
