import { csvRow } from '@noek/contract/text/csv';
import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCopy } from '../../../components/copy-text.ts';
import { showOverflow } from './show-overflow.ts';
import { markdownTexts } from './texts.ts';
import type { TreeNode } from './tree.ts';

/** A table that scrolls sideways when it is wide, and can be copied. `node` is its tree. */
export function Table({ node, dir, children }: { node: TreeNode; dir: string | undefined; children: ReactNode }) {
  return (
    <figure className="answer-table">
      <div className="scrolled">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
        <section className="tablewrap" dir={dir} tabIndex={0} aria-label={markdownTexts.table} ref={showOverflow}>
          <table>{children}</table>
        </section>
      </div>
      <figcaption>
        <CopyTable label={markdownTexts.copyMarkdown} text={() => tableAsMarkdown(node)} />
        <CopyTable label={markdownTexts.copyCsv} text={() => tableAsCsv(node)} />
      </figcaption>
    </figure>
  );
}

function CopyTable({ label, text }: { label: string; text: () => string }) {
  const { copied, copy } = useCopy();
  const Icon = copied ? Check : Copy;
  return (
    <button type="button" onClick={() => copy(text())}>
      <Icon className="icon" aria-hidden />
      <span aria-live="polite">{copied ? markdownTexts.copied : label}</span>
    </button>
  );
}

const cellNames = new Set(['th', 'td']);

/** The rows of a table in an answer, each with the nodes of its cells. */
function rowsOf(node: TreeNode): TreeNode[][] {
  if (node.tagName === 'tr') return [(node.children ?? []).filter(({ tagName }) => cellNames.has(tagName ?? ''))];
  return (node.children ?? []).flatMap(rowsOf);
}

const signs: Record<string, string> = { strong: '**', em: '*', del: '~~' };

function markdownOf(node: TreeNode): string {
  if (node.type === 'text') return (node.value ?? '').replace(/\s+/g, ' ').replace(/[\\|]/g, '\\$&');
  const { tagName = '', properties = {} } = node;
  if (tagName === 'br') return '<br>';
  // The source of a formula, and the number of a citation.
  if (properties.dataTex !== undefined || properties.dataCitation !== undefined)
    return textOf(node).replaceAll('|', '\\|');
  if (tagName === 'code') return `\`${textOf(node).replaceAll('|', '\\|')}\``;
  const inside = (node.children ?? []).map(markdownOf).join('');
  if (tagName === 'a' && typeof properties.href === 'string') return `[${inside}](${properties.href})`;
  const sign = signs[tagName] ?? '';
  return `${sign}${inside}${sign}`;
}

function textOf(node: TreeNode): string {
  if (node.type === 'text') return node.value ?? '';
  return node.tagName === 'br' ? '\n' : (node.children ?? []).map(textOf).join('');
}

const rules: Record<string, string> = { left: ':---', right: '---:', center: ':---:' };
const ruleOf = ({ properties }: TreeNode): string => rules[String(properties?.align)] ?? '---';

/** A table of an answer as Markdown. */
function tableAsMarkdown(table: TreeNode): string {
  const [head = [], ...rows] = rowsOf(table);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const cells = (row: readonly TreeNode[]) =>
    row.map((cell) =>
      markdownOf(cell)
        .replace(/<br>\s+/g, '<br>')
        .trim(),
    );
  return line(cells(head)) + line(head.map(ruleOf)) + rows.map((row) => line(cells(row))).join('');
}

/** A table of an answer as CSV: its text without markup. */
const tableAsCsv = (table: TreeNode): string =>
  rowsOf(table)
    .map((row) => csvRow(row.map((cell) => textOf(cell).replace(/\n\s*/g, '\n').trim())))
    .join('');
