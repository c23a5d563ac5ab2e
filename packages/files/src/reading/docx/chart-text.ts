import { type Block, textBlock } from './blocks.ts';
import { childOf, descendants, eachUnit, type XmlNode } from './xml-tree.ts';

/** The words and the values of a chart; `hasValues` is false if only its titles are stored. */
export type ChartText = { blocks: Block[]; hasValues: boolean };

type Points = Map<number, string>;
type Series = { name: string; categories: Points; values: Points };

/** Reads a chart (ECMA-376, 21.2) or one of the newer kinds, such as a waterfall, from the values that it keeps of its workbook. */
export function chartText(xml: string): ChartText {
  const titles: string[] = [];
  const series: Series[] = [];
  eachUnit(xml, new Set(['title', 'ser', 'data']), {
    unit: (node) => {
      if (node.name === 'title') titles.push(wordsIn(node));
      else if (node.name === 'ser') series.push(...seriesIn(node));
      else series.push(newerSeries(node));
    },
  });
  const filled = series.filter(({ values }) => values.size > 0);
  const [title = '', ...axes] = titles.filter((each) => each !== '');
  const blocks = [textBlock(title === '' ? '[Chart]' : `[Chart: ${title}]`)];
  if (axes.length > 0) blocks.push(textBlock(`Axes: ${axes.join('; ')}`));
  const shared = filled[0];
  if (shared && filled.every(({ categories }) => isSame(categories, shared.categories)))
    blocks.push(...tableOf(shared.categories, filled));
  else for (const each of filled) blocks.push(...tableOf(each.categories, [each]));
  return { blocks, hasValues: filled.length > 0 };
}

/** The words in a title or a shape, paragraph by paragraph. */
export const wordsIn = (node: XmlNode): string =>
  [...descendants(node, 'p')]
    .map((paragraph) => [...descendants(paragraph, 't')].map(({ text }) => text).join(''))
    .join(' ')
    .trim() || [...descendants(node, 'v')].map(({ text }) => text).join(' ');

function seriesIn(node: XmlNode): Series[] {
  const name = [...descendants(childOf(node, 'tx') ?? node, 'v')][0]?.text ?? '';
  const categories = pointsIn(childOf(node, 'cat') ?? childOf(node, 'xVal'));
  const values = pointsIn(childOf(node, 'val') ?? childOf(node, 'yVal'));
  const named = { name: childOf(node, 'tx') ? name : '', categories, values };
  const sizes = pointsIn(childOf(node, 'bubbleSize'));
  return sizes.size > 0 ? [named, { name: `${named.name} (size)`.trim(), categories, values: sizes }] : [named];
}

const newerSeries = (node: XmlNode): Series => ({
  name: '',
  categories: pointsIn(childOf(node, 'strDim')),
  values: pointsIn(childOf(node, 'numDim')),
});

/** The points that a reference keeps, by their place. Categories of several levels are joined. */
function pointsIn(node: XmlNode | undefined): Points {
  if (!node) return new Map();
  const levels = [...descendants(node, 'lvl')];
  const [format] = [...descendants(node, 'formatCode')];
  if (levels.length <= 1) return pointsOf(node, format?.text ?? '');
  const [innermost = new Map<number, string>(), ...outer] = levels.map((level) => pointsOf(level, ''));
  const last = outer.map(() => '');
  const points: Points = new Map();
  for (const [place, text] of innermost) {
    for (const [at, level] of outer.entries()) last[at] = level.get(place) ?? last[at] ?? '';
    points.set(place, [...last].reverse().concat(text).join(' / '));
  }
  return points;
}

function pointsOf(node: XmlNode, format: string): Points {
  const points: Points = new Map();
  for (const point of descendants(node, 'pt'))
    points.set(Number(point.attributes.idx ?? points.size), shown(childOf(point, 'v')?.text ?? point.text, format));
  return points;
}

/** A value without the noise of binary fractions; a day as its date. */
function shown(text: string, format: string): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  if (/[dy]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|general/gi, '')) && value > 0 && value < 2_958_466)
    return new Date(Math.round((value - 25_569) * 86_400_000)).toISOString().slice(0, 10);
  return String(Number(value.toPrecision(15)));
}

const isSame = (a: Points, b: Points) => a.size === b.size && [...a].every(([place, text]) => b.get(place) === text);

function tableOf(categories: Points, series: readonly Series[]): Block[] {
  const places = new Set([...categories.keys(), ...series.flatMap(({ values }) => [...values.keys()])]);
  const rows = [...places]
    .sort((a, b) => a - b)
    .map((place) => [categories.get(place) ?? '', ...series.map(({ values }) => values.get(place) ?? '')]);
  if (series.some(({ name }) => name !== '')) rows.unshift(['', ...series.map(({ name }) => name)]);
  return rows.map((cells) => ({ kind: 'row', text: rowText(cells), table: series }));
}

const rowText = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()).join(' | ')} |`;
