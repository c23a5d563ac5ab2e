import { chartTables, headOf } from '../drawing/chart-lines.ts';
import { readChart } from '../drawing/chart-text.ts';
import { createNumberTexts } from '../drawing/number-text.ts';
import { type Block, textBlock } from './blocks.ts';

/** The words and the values of a chart; `hasValues` is false if only its titles are stored. */
export type ChartText = { blocks: Block[]; hasValues: boolean };

const numbers = createNumberTexts({ startsIn1904: false });

/** A chart from the values that it keeps of its workbook. Throws ReadingProblem. */
export function chartBlocks(xml: string): ChartText {
  const chart = readChart(xml, numbers);
  const rows = chartTables(chart).flatMap((lines) => lines.map((text): Block => ({ kind: 'row', text, table: lines })));
  return {
    blocks: [textBlock(`[${headOf(chart)}]`), ...rows],
    hasValues: chart.series.some(({ values }) => values.size > 0),
  };
}
