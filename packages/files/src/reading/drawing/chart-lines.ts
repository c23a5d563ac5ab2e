import type { ChartSeries, ReadChart } from './chart-text.ts';
import { tableLine } from './table-lines.ts';

/** A chart as lines: its title, the titles of its axes, and a table of its values. */
export function chartLines(chart: ReadChart): string[] {
  const { title, labels } = chart;
  return [...(title === '' && labels.length === 0 ? [] : [headOf(chart)]), ...chartTables(chart).flat()];
}

/** The values of a chart, a table for each group of series that have the same categories, as lines. */
export const chartTables = ({ series }: ReadChart): string[][] => sameCategories(series).map(tableOf);

/** A chart in one line, for a chart whose values are in the cells beside it; null if nothing is known of it. */
export function chartSummary(chart: ReadChart): string | null {
  const names = chart.series.map(({ name, cells }) => name || cells).filter((name) => name !== '');
  if (chart.title === '' && chart.labels.length === 0 && names.length === 0) return null;
  return `[${headOf(chart)}${names.length > 0 ? `. Series: ${names.join(', ')}` : ''}]`;
}

/** What a chart is called: "Chart: Sales (axes: Quarter, EUR)". */
export function headOf({ title, labels }: Pick<ReadChart, 'title' | 'labels'>): string {
  const axes = labels.length > 0 ? ` (axes: ${labels.join(', ')})` : '';
  return title === '' ? `Chart${axes}` : `Chart: ${title}${axes}`;
}

/** The series that have the same categories, which are one table. */
function sameCategories(series: readonly ChartSeries[]): ChartSeries[][] {
  const groups = new Map<string, ChartSeries[]>();
  for (const each of series) {
    const key = JSON.stringify([...each.categories]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

function tableOf(series: readonly ChartSeries[]): string[] {
  const places = new Set(series.flatMap(({ categories, values }) => [...categories.keys(), ...values.keys()]));
  if (places.size === 0) return series.flatMap(({ name }) => (name === '' ? [] : [tableLine([name])]));
  const rows = [...places]
    .sort((a, b) => a - b)
    .map((place) => [series[0]?.categories.get(place) ?? '', ...series.map(({ values }) => values.get(place) ?? '')]);
  const head = ['', ...series.map(({ name }) => name)];
  return [...(head.some((name) => name !== '') ? [head] : []), ...rows].map(tableLine);
}
