import { elementAt, elementsOf, elementsWithin, textWithin, type XmlNode, xmlTree } from '../xml-tree.ts';
import type { NumberTexts } from './number-text.ts';
import { paragraphsOf } from './paragraphs.ts';

export type ChartSeries = {
  name: string;
  /** By their place in the series. */
  categories: ReadonlyMap<number, string>;
  values: ReadonlyMap<number, string>;
  /** The cells that have the values, such as "Sheet1!$B$2:$B$9"; empty if the chart names none. */
  cells: string;
};

export type ReadChart = {
  title: string;
  /** The titles of the axes, and other texts on the chart. */
  labels: string[];
  series: ChartSeries[];
};

/** A chart, also one of the kinds that came with Office 2016. Throws ReadingProblem. */
export function readChart(xml: string, numbers: NumberTexts): ReadChart {
  const root = xmlTree(xml);
  const chart = elementAt(root, 'chart');
  const plot = elementAt(chart, 'plotArea');
  const isOfToday = elementAt(root, 'chartData') !== undefined;
  const series = isOfToday ? seriesOfToday(root, numbers) : seriesOf(plot, numbers);
  const [onlyName = ''] = series.length === 1 ? series.map(({ name }) => name) : [];
  const isTitleOff =
    elementAt(chart, 'autoTitleDeleted')?.attributes.val !== '0' && elementAt(chart, 'autoTitleDeleted');
  const ownTitle = titleOf(chart);
  return {
    title: ownTitle || (isTitleOff ? '' : onlyName),
    labels: plot
      ? axesOf(plot)
          .map(titleOf)
          .filter((title) => title !== '')
      : [],
    series,
  };
}

const noNode: XmlNode = { name: '', attributes: {}, children: [] };

const axesOf = (plot: XmlNode): XmlNode[] =>
  elementsOf(plot).filter(({ name }) => /^(cat|val|date|ser)Ax$|^axis$/.test(name));

function titleOf(node: XmlNode | undefined): string {
  const text = elementAt(node, 'title', 'tx');
  return text ? textOf(text) : '';
}

/** What a text of a chart shows: paragraphs, or what was found in the cells that it refers to. */
function textOf(text: XmlNode): string {
  const [rich] = elementsWithin(text, 'rich');
  const shown = rich ? paragraphsOf(rich).join(' ') : elementsWithin(text, 'v').map(textWithin).join(' ');
  return shown.replace(/\s+/g, ' ').trim();
}

function seriesOf(plot: XmlNode | undefined, numbers: NumberTexts): ChartSeries[] {
  return (plot ? elementsWithin(plot, 'ser') : []).map((series) => {
    const name = elementAt(series, 'tx');
    const categories = elementAt(series, 'cat') ?? elementAt(series, 'xVal');
    const values = elementAt(series, 'val') ?? elementAt(series, 'yVal');
    return {
      name: name ? textOf(name) : '',
      categories: categories ? pointsOf(categories, numbers) : new Map(),
      values: values ? pointsOf(values, numbers) : new Map(),
      cells: values ? textWithin(elementsWithin(values, 'f')[0] ?? noNode) : '',
    };
  });
}

/** The points of a series (ECMA-376, 21.2.2.154). Categories of several levels are joined, the widest one first. */
function pointsOf(data: XmlNode, numbers: NumberTexts): Map<number, string> {
  const code = codeOf(data);
  const levels = elementsWithin(data, 'lvl');
  const show = (point: XmlNode) => pointText(point, code, numbers);
  if (levels.length === 0) return new Map(elementsWithin(data, 'pt').map((point) => [placeOf(point), show(point)]));
  const [first, ...wider] = levels.map(
    (level) => new Map(elementsOf(level, 'pt').map((point) => [placeOf(point), show(point)])),
  );
  const places = [...(first ?? [])].sort(([a], [b]) => a - b);
  const filled = wider.reverse().map((level) =>
    filledAt(
      level,
      places.map(([at]) => at),
    ),
  );
  return new Map(places.map(([at, text], n) => [at, [...filled.map((texts) => texts[n]), text].join(' / ')]));
}

/** A wider category is stored once, with the first of those that belong to it. */
function filledAt(level: ReadonlyMap<number, string>, places: readonly number[]): string[] {
  const known = [...level].sort(([a], [b]) => a - b);
  let next = 0;
  let text = '';
  return places.map((at) => {
    for (; next < known.length && (known[next]?.[0] ?? 0) <= at; next++) text = known[next]?.[1] ?? '';
    return text;
  });
}

const placeOf = ({ attributes: { idx } }: XmlNode): number => Number(idx ?? 0);

/** Numbers have a format; categories that are texts have none. */
function codeOf(data: XmlNode): string {
  const [code] = elementsWithin(data, 'formatCode');
  if (code) return textWithin(code);
  const isNumber = elementsWithin(data, 'numCache').length + elementsWithin(data, 'numLit').length > 0;
  return isNumber || data.name === 'numDim' ? (elementsOf(data, 'lvl')[0]?.attributes.formatCode ?? 'General') : '';
}

function pointText(point: XmlNode, code: string, numbers: NumberTexts): string {
  const value = elementAt(point, 'v');
  const raw = textWithin(value ?? point).trim();
  const number = Number(raw);
  const isNumber = raw !== '' && !Number.isNaN(number) && code !== '';
  return isNumber ? numbers.ofNumber(number, point.attributes.formatCode ?? code) : raw.replace(/\s+/g, ' ');
}

/** The series of charts in the format of Office 2016 ([MS-ODRAWXML], 2.24.3). */
function seriesOfToday(root: XmlNode, numbers: NumberTexts): ChartSeries[] {
  const data = new Map(elementsWithin(root, 'data').map((each) => [each.attributes.id, each]));
  return elementsWithin(elementAt(root, 'chart') ?? root, 'series').map((series) => {
    const name = elementAt(series, 'tx');
    const own = data.get(elementAt(series, 'dataId')?.attributes.val);
    const points = (dimension: string) => {
      const found = elementAt(own, dimension);
      return found ? pointsOf(found, numbers) : new Map<number, string>();
    };
    return { name: name ? textOf(name) : '', categories: points('strDim'), values: points('numDim'), cells: '' };
  });
}
