import { programs } from './documents.ts';
import { namedFields } from './schema-text.ts';

/** The objects in requests and responses. */
export const shapes = namedFields();

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

const shapeNames = new Set(shapes.map(({ name }) => name));
export const shapeAnchor = (name: string): string => `shape-${anchorOf(name)}`;

/** The address of the description of a shape; undefined if there is no shape with this name. */
export const addressOfShape = (name: string): string | undefined =>
  shapeNames.has(name)
    ? `${paths.rest}#${shapeAnchor(name)}`
    : name === 'DateTime'
      ? `${paths.rest}#shapes`
      : undefined;

/** Where the pages have the sections that the documents link to, by the anchor in docs/api.md. */
const moved: Record<string, string> = {
  '': paths.rest,
  errors: `${paths.guide}#errors`,
  'event-streams': `${paths.guide}#event-streams`,
  'personal-api-tokens': `${paths.guide}#personal-api-tokens`,
  rest: paths.rest,
  'typed-procedures': paths.procedures,
};

/** The anchor of the chapter about a document, and of a section in it. */
const chapters = new Map(programs.map(({ file, heading }) => [file, anchorOf(heading)]));
export const sectionAnchor = (file: string, heading: string): string => `${chapters.get(file)}-${anchorOf(heading)}`;

/**
 * The address on this site of a link in the document `from`; null for files of the repository that are not here. Throws for a section that
 * the pages do not contain.
 */
export function addressOfLink(href: string, from = 'api.md'): string | null {
  if (/^https?:/.test(href)) return href;
  const [name = '', anchor = ''] = href.split('#');
  const file = name || from;
  const chapter = chapters.get(file);
  if (chapter !== undefined) return `${paths.programs}#${anchor ? sectionAnchor(file, anchor) : chapter}`;
  if (file !== 'api.md') return file === 'api-guide.md' ? paths.guide : null;
  const address = moved[anchor];
  if (address === undefined) throw new Error(`The developers' pages have no place for ${href}.`);
  return address;
}
