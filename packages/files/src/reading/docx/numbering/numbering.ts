import { childOf, descendants, eachUnit, numberOf, propertyOf, switchOf, type XmlNode } from '../../word-tree.ts';
import { lookIn, type Styles } from '../styles.ts';
import { inFont } from '../symbols.ts';

/** How the items of one level of a list are numbered. */
export type ListLevel = {
  start: number;
  format: string;
  /** What a format of its own looks like, such as "001". */
  pattern: string | undefined;
  /** What comes before an item; %1 is the number of the first level. */
  text: string;
  /** The level (from 1) whose items start this one again; 0 for none. */
  restart: number | undefined;
  /** All numbers in the text are decimal. */
  isLegal: boolean;
  isHidden: boolean;
  /** The style whose paragraphs are on this level. */
  style: string | undefined;
};

type Definition = {
  levels: ReadonlyMap<number, ListLevel>;
  /** The style where the levels are instead. */
  levelsOfStyle: string | undefined;
};

type Override = { start: number | undefined; level: ListLevel | undefined };

/** A list that paragraphs name. Lists with the same definition count on from each other. */
export type List = {
  id: string;
  definition: string;
  levels: ReadonlyMap<number, ListLevel>;
  /** Numbers that levels start with when this list is used for the first time. */
  starts: ReadonlyMap<number, number>;
};

const mostSteps = 10;

/** The lists of a document (ECMA-376, 17.9). */
export class Numbering {
  readonly #definitions = new Map<string, Definition>();
  readonly #uses = new Map<string, { definition: string; overrides: ReadonlyMap<number, Override> }>();
  readonly #lists = new Map<string, List | null>();
  readonly #styles: Styles;

  constructor(styles: Styles, xml = '<numbering/>') {
    this.#styles = styles;
    eachUnit(xml, new Set(['abstractNum', 'num']), {
      unit: (node) => {
        if (node.name === 'abstractNum') this.#definitions.set(node.attributes.abstractNumId ?? '', definitionIn(node));
        else this.#uses.set(node.attributes.numId ?? '', useIn(node));
      },
    });
  }

  /** The list with this identifier; null if there is none, as for "0", which takes a paragraph out of its list. */
  list(id: string): List | null {
    const known = this.#lists.get(id);
    if (known !== undefined) return known;
    const list = this.#resolved(id);
    this.#lists.set(id, list);
    return list;
  }

  #resolved(id: string): List | null {
    const use = this.#uses.get(id);
    const source = use && this.#definitionOf(use.definition, 0);
    if (!use || !source) return null;
    const levels = new Map(source.definition.levels);
    const starts = new Map<number, number>();
    for (const [level, { start, level: other }] of use.overrides) {
      if (other) levels.set(level, other);
      if (start !== undefined) starts.set(level, start);
    }
    return { id, definition: source.id, levels, starts };
  }

  #definitionOf(id: string, step: number): { id: string; definition: Definition } | undefined {
    const definition = this.#definitions.get(id);
    if (definition?.levelsOfStyle === undefined || step === mostSteps) return definition && { id, definition };
    const use = this.#uses.get(this.#styles.get(definition.levelsOfStyle).list.id ?? '');
    return use && this.#definitionOf(use.definition, step + 1);
  }
}

function definitionIn(node: XmlNode): Definition {
  const levels = new Map<number, ListLevel>();
  for (const child of node.children)
    if (child.name === 'lvl') levels.set(Number(child.attributes.ilvl ?? 0), levelIn(child));
  return { levels, levelsOfStyle: propertyOf(node, 'numStyleLink') };
}

function useIn(node: XmlNode) {
  const overrides = new Map<number, Override>();
  for (const child of node.children) {
    if (child.name !== 'lvlOverride') continue;
    const level = childOf(child, 'lvl');
    overrides.set(Number(child.attributes.ilvl ?? 0), {
      start: numberOf(child, 'startOverride'),
      level: level && levelIn(level),
    });
  }
  return { definition: propertyOf(node, 'abstractNumId') ?? '', overrides };
}

function levelIn(node: XmlNode): ListLevel {
  // A format of its own is in a choice beside one for older programs.
  const [format = childOf(node, 'numFmt')] = descendants(node, 'numFmt');
  return {
    start: numberOf(node, 'start') ?? 0,
    format: format?.attributes.val ?? 'decimal',
    pattern: format?.attributes.format,
    text: inFont(propertyOf(node, 'lvlText') ?? '', lookIn(childOf(node, 'rPr')).font),
    restart: numberOf(node, 'lvlRestart'),
    isLegal: switchOf(node, 'isLgl') === true,
    isHidden: switchOf(childOf(node, 'rPr'), 'vanish') === true,
    style: propertyOf(node, 'pStyle'),
  };
}
