import { childOf, descendants, type XmlNode } from '../../word-tree.ts';
import { type Block, textBlock } from '../blocks.ts';
import type { StoryHost } from './story-host.ts';

/** What Word adds to descriptions that it writes itself. */
const notesOfWord = /\s*(AI-generated content may be incorrect|Description automatically generated)[^.]*\.?\s*$/i;

/** What a drawing or an embedded object says. */
export type Drawn = { blocks: Block[]; description: string | null };

const emuPerCentimetre = 360_000;
const pointsPerCentimetre = 28.35;
/** Pictures up to this size are icons. In headers and footers they are logos up to a quarter of a page. */
const iconArea = 4;
const logoArea = 150;

/** The choice of alternatives that is taken: the first one; what is for older programs only if it has nothing. */
export function chosen(alternatives: XmlNode): XmlNode | undefined {
  const choice = childOf(alternatives, 'Choice');
  return choice && choice.children.length > 0 ? choice : childOf(alternatives, 'Fallback');
}

/** Reads the text boxes, charts, diagrams and descriptions of a drawing, and counts in `host.left` what it can't give. */
export function drawn(node: XmlNode, host: StoryHost): Drawn {
  const reader = new DrawingReader(host);
  reader.visit(node);
  return reader.result();
}

class DrawingReader {
  readonly #host: StoryHost;
  readonly #blocks: Block[] = [];
  #description = '';
  /** In square centimetres; null if it is not told. */
  #area: number | null = null;
  #picture: 'stored' | 'linked' | null = null;
  #isObject = false;
  #isDecorative = false;

  constructor(host: StoryHost) {
    this.#host = host;
  }

  visit(node: XmlNode) {
    const { attributes } = node;
    switch (node.name) {
      case 'txbxContent':
        this.#blocks.push(...this.#host.blocksIn(node));
        return;
      case 'txBody':
        this.#blocks.push(...paragraphsIn(node));
        return;
      case 'AlternateContent': {
        const choice = chosen(node);
        if (choice) this.visit(choice);
        return;
      }
      case 'extent':
        this.#area = (Number(attributes.cx) / emuPerCentimetre) * (Number(attributes.cy) / emuPerCentimetre);
        return;
      case 'docPr':
        this.#describe(attributes.descr || attributes.title);
        this.#isDecorative = [...descendants(node, 'decorative')].some((each) => each.attributes.val !== '0');
        return;
      case 'chart':
        this.#chart(attributes.id);
        return;
      case 'relIds':
        this.#blocks.push(...(this.#host.part.diagrams.get(this.#target(attributes.dm)?.target ?? '') ?? []));
        return;
      case 'OLEObject':
      case 'objectEmbed':
      case 'objectLink':
        this.#object(attributes.ProgID ?? attributes.progId ?? '');
        return;
      case 'control':
        this.#isObject = true;
        this.#host.left.controls++;
        return;
      case 'textpath':
        if (attributes.string?.trim()) this.#blocks.push(textBlock(attributes.string.trim()));
        return;
      case 'signatureline':
        this.#signature([attributes.suggestedsigner, attributes.suggestedsigner2]);
        return;
      case 'blip':
        this.#found(attributes.embed, attributes.link);
        break;
      case 'imagedata':
        this.#found(attributes.id ?? attributes.relid, attributes.href);
        break;
      case 'shape':
      case 'group':
      case 'rect':
        this.#describe(attributes.alt);
        this.#area ??= areaInStyle(attributes.style ?? '');
        break;
    }
    for (const child of node.children) this.visit(child);
  }

  result(): Drawn {
    const { left, isMargin } = this.#host;
    const isLarge = (this.#area ?? iconArea) >= (isMargin ? logoArea : iconArea);
    if (this.#picture !== null && !this.#isObject && !this.#isDecorative) {
      if (this.#picture === 'linked') left.linkedPictures++;
      else if (isLarge) left.pictures++;
    }
    // A text box or a chart speaks for itself.
    const isDescribed = this.#description !== '' && !this.#isDecorative && this.#blocks.length === 0;
    return { blocks: this.#blocks, description: isDescribed ? this.#description : null };
  }

  #target(id: string | undefined) {
    return this.#host.part.links.get(id ?? '');
  }

  #describe(text: string | undefined) {
    const words = (text ?? '').replace(/\s+/g, ' ').replace(notesOfWord, '').trim();
    // Some programs put the name of the file there.
    if (words !== '' && !/^\S+\.(png|jpe?g|gif|bmp|[ew]mf|tiff?|svg|webp)$/i.test(words)) this.#description ||= words;
  }

  #chart(id: string | undefined) {
    const { left, part } = this.#host;
    const chart = part.charts.get(this.#target(id)?.target ?? '');
    if (chart?.hasValues !== true) left.charts++;
    if (chart && (chart.hasValues || chart.blocks.length > 1)) this.#blocks.push(...chart.blocks);
  }

  /** Who is to sign. Word draws it as a picture. */
  #signature(signer: readonly (string | undefined)[]) {
    this.#isObject = true;
    const words = signer.filter((part) => part?.trim()).join(', ');
    this.#blocks.push(textBlock(words === '' ? '[Signature line]' : `[Signature line: ${words}]`));
  }

  #object(program: string) {
    this.#isObject = true;
    if (/^(Equation|MathType|DSEquation)/i.test(program)) this.#host.left.equations++;
    else this.#host.left.files++;
  }

  #found(stored: string | undefined, linked: string | undefined) {
    const target = this.#target(stored);
    if (target && !target.isExternal) this.#picture = 'stored';
    else if (linked || target) this.#picture ??= 'linked';
  }
}

const paragraphsIn = (body: XmlNode): Block[] =>
  body.children
    .filter(({ name }) => name === 'p')
    .map((paragraph) => textBlock(wordsIn({ ...body, children: [paragraph] })))
    .filter(({ text }) => text !== '');

/** The area of a shape with a style such as "width:12pt;height:1.5in". */
function areaInStyle(style: string): number | null {
  const side = (name: string) => {
    const [, size, unit] = new RegExp(`(?:^|;)\\s*${name}:\\s*([\\d.]+)(pt|in|cm|mm|px)`).exec(style) ?? [];
    const units: Readonly<Record<string, number>> = { in: 2.54, cm: 1, mm: 0.1, px: 0.75 / pointsPerCentimetre };
    return size === undefined ? null : Number(size) * (units[unit ?? ''] ?? 1 / pointsPerCentimetre);
  };
  const [width, height] = [side('width'), side('height')];
  return width === null || height === null ? null : width * height;
}

/** The words in a shape, paragraph by paragraph. */
const wordsIn = (node: XmlNode): string =>
  [...descendants(node, 'p')]
    .map((paragraph) => [...descendants(paragraph, 't')].map(({ text }) => text).join(''))
    .join(' ')
    .trim() || [...descendants(node, 'v')].map(({ text }) => text).join(' ');
