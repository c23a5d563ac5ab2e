import { childOf, eachUnit, numberOf, propertyOf, switchOf, type XmlNode } from '../word-tree.ts';

/** The looks of a text that change its meaning. What is undefined comes from the style that this one is based on. */
export type Look = {
  isHidden?: boolean | undefined;
  isStruck?: boolean | undefined;
  position?: string | undefined;
  /** How far text is raised, in half points. */
  raise?: number | undefined;
  font?: string | undefined;
};

/** What a style says, with all the styles that it is based on. */
export type Style = {
  /** The identifiers of the style and of those that it is based on. */
  ids: readonly string[];
  /** The name in lower case. Built-in styles have an English one in documents of every language. */
  name: string;
  /** From 1. */
  headingLevel: number | null;
  list: { id: string | undefined; level: number | undefined };
  look: Look;
};

type OwnStyle = { id: string; name: string; basedOn: string | undefined; outline: number | undefined } & Pick<
  Style,
  'list' | 'look'
>;

/** Styles are based on each other over a few steps; a circle must end. */
const mostSteps = 30;

/** The look in run properties. */
export function lookIn(properties: XmlNode | undefined): Look {
  if (!properties) return {};
  const struck = switchOf(properties, 'strike');
  const fonts = childOf(properties, 'rFonts')?.attributes;
  return {
    isHidden: switchOf(properties, 'vanish'),
    isStruck: struck === true ? true : (switchOf(properties, 'dstrike') ?? struck),
    position: propertyOf(properties, 'vertAlign'),
    raise: numberOf(properties, 'position'),
    font: fonts?.ascii ?? fonts?.hAnsi,
  };
}

/** A look with what it leaves open taken from another one. */
export const lookOver = (look: Look, below: Look): Look => ({
  isHidden: look.isHidden ?? below.isHidden,
  isStruck: look.isStruck ?? below.isStruck,
  position: look.position ?? below.position,
  raise: look.raise ?? below.raise,
  font: look.font ?? below.font,
});

/** Where a paragraph or a style takes its number from. */
export const listIn = (properties: XmlNode | undefined): Style['list'] => {
  const list = childOf(properties, 'numPr');
  return { id: propertyOf(list, 'numId'), level: numberOf(list, 'ilvl') };
};

/** The styles of a document (ECMA-376, 17.7). */
export class Styles {
  readonly #own = new Map<string, OwnStyle>();
  readonly #whole = new Map<string, Style>();
  #usual: string | undefined;

  constructor(xml = '<styles/>') {
    eachUnit(xml, new Set(['style']), { unit: (node) => this.#add(node) });
  }

  #add(node: XmlNode) {
    const { styleId = '', type, default: isDefault } = node.attributes;
    const paragraph = childOf(node, 'pPr');
    this.#own.set(styleId, {
      id: styleId,
      name: (propertyOf(node, 'name') ?? styleId).toLowerCase(),
      basedOn: propertyOf(node, 'basedOn'),
      outline: numberOf(paragraph, 'outlineLvl'),
      list: listIn(paragraph),
      look: lookIn(childOf(node, 'rPr')),
    });
    if (type === 'paragraph' && /^(1|true|on)$/i.test(isDefault ?? '')) this.#usual = styleId;
  }

  /** The style with this identifier; without one, the style that paragraphs usually have. */
  get(id: string | undefined): Style {
    const key = id ?? this.#usual ?? '';
    const known = this.#whole.get(key);
    if (known) return known;
    const style = this.#resolved(key);
    this.#whole.set(key, style);
    return style;
  }

  /** The look that a style of letters gives. */
  lookOf(id: string | undefined): Look {
    return id === undefined ? {} : this.get(id).look;
  }

  #resolved(id: string): Style {
    const chain: OwnStyle[] = [];
    for (let own = this.#own.get(id); own && chain.length < mostSteps; own = this.#own.get(own.basedOn ?? ''))
      chain.push(own);
    const name = chain[0]?.name ?? id.toLowerCase();
    return {
      ids: chain.map((own) => own.id),
      name,
      headingLevel: headingLevel(
        chain.find(({ outline }) => outline !== undefined)?.outline,
        chain.length > 0 ? chain.map((own) => own.name) : [name],
      ),
      list: {
        id: chain.find(({ list }) => list.id !== undefined)?.list.id,
        level: chain.find(({ list }) => list.level !== undefined)?.list.level,
      },
      look: chain.reduce<Look>((look, own) => lookOver(look, own.look), {}),
    };
  }
}

/** Level 9 in a style means that it is no heading (ECMA-376, 17.3.1.20). */
function headingLevel(outline: number | undefined, names: readonly string[]): number | null {
  if (names[0] === 'title') return 1;
  if (outline !== undefined) return outline >= 0 && outline < 9 ? outline + 1 : null;
  for (const name of names) {
    const [, level] = /^heading ?([1-9])$/.exec(name) ?? [];
    if (level !== undefined) return Number(level);
  }
  return null;
}
