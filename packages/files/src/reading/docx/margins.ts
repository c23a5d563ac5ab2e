import { switchOf, type XmlNode } from '../word-tree.ts';
import type { Settings } from './settings.ts';

type Kind = 'headerReference' | 'footerReference';

/** Collects which headers and footers the sections of a document show (ECMA-376, 17.10). */
export class Margins {
  readonly #settings: Settings;
  readonly #references: { kind: Kind; type: string; id: string }[] = [];
  #hasFirst = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  section(properties: XmlNode) {
    if (switchOf(properties, 'titlePg') === true) this.#hasFirst = true;
    for (const { name, attributes } of properties.children)
      if (name === 'headerReference' || name === 'footerReference')
        this.#references.push({ kind: name, type: attributes.type ?? 'default', id: attributes.id ?? '' });
  }

  /** The identifiers of the parts that are shown, those of first pages first. */
  shown(kind: Kind): string[] {
    const places = ['first', 'default', 'even'];
    const ids = this.#references
      .filter((each) => each.kind === kind)
      .filter(({ type }) => (type === 'first' ? this.#hasFirst : type !== 'even' || this.#settings.hasEvenMargins))
      .sort((a, b) => places.indexOf(a.type) - places.indexOf(b.type))
      .map(({ id }) => id);
    return [...new Set(ids)];
  }
}
