import { csvRow } from '@noek/contract/text/csv';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useCopy } from '../../../components/copy-text.ts';
import { showOverflow } from './show-overflow.ts';
import { markdownTexts } from './texts.ts';
import type { TreeNode } from './tree.ts';

/** A table that scrolls sideways when it is wide, and can be copied. `node` is its tree. */
export function Table({ node, dir, children }: { node: TreeNode; dir: string | undefined; children: ReactNode }) {
  const table = useRef<HTMLTableElement>(null);
  const columns = useFixedColumns(table, node);
  return (
    <figure className="answer-table">
      <div className="scrolled">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
        <section className="tablewrap" dir={dir} tabIndex={0} aria-label={markdownTexts.table} ref={showOverflow}>
          <table ref={table} style={columns && { tableLayout: 'fixed', minWidth: columns.least }}>
            {columns && (
              <colgroup>
                {columns.shares.map((share, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                  <col key={index} style={{ width: share }} />
                ))}
              </colgroup>
            )}
            {children}
          </table>
        </section>
      </div>
      <figcaption>
        <CopyTable label={markdownTexts.copyMarkdown} text={() => tableAsMarkdown(node)} />
        <CopyTable label={markdownTexts.copyCsv} text={() => tableAsCsv(node)} />
      </figcaption>
    </figure>
  );
}

type Columns = { shares: string[]; least: number | undefined };

/** Keeps the columns of a table that grows in front of the reader as wide as its first rows made them, so that nothing moves. */
function useFixedColumns(table: RefObject<HTMLTableElement | null>, node: TreeNode): Columns | undefined {
  const [columns, setColumns] = useState<Columns>();
  const grows = !columns && hasCaret(node);
  useLayoutEffect(() => {
    const row = table.current?.rows[0];
    if (!grows || !table.current || !row) return;
    const whole = table.current.offsetWidth;
    const place = table.current.parentElement?.clientWidth ?? whole;
    if (whole === 0) return;
    setColumns({
      shares: [...row.cells].map((cell) => `${(100 * cell.getBoundingClientRect().width) / whole}%`),
      least: whole > place ? whole : undefined,
    });
  }, [grows, table]);
  return columns;
}

const hasCaret = (node: TreeNode): boolean =>
  node.properties?.dataCaret !== undefined || (node.children?.some(hasCaret) ?? false);

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
