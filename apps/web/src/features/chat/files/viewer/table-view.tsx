import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import { Button } from '../../../../components/base/button.tsx';
import { filesTexts } from '../texts.ts';
import { numberColumns } from './table-cells.ts';

const rowsAtOnce = 300;
const texts = filesTexts.viewer;

/** A table whose first row is its head. Long ones show more rows on request. */
export function TableView({ name, rows }: { name: string; rows: readonly (readonly string[])[] }) {
  const [shown, setShown] = useState(rowsAtOnce);
  const numbers = useMemo(() => numberColumns(rows), [rows]);
  const [head = [], ...body] = rows;
  const width = Math.max(head.length, numbers.length);
  const columns = Array.from({ length: width }, (_, column) => column);
  const cell = 'max-w-96 border-border border-b px-3 py-1.5 align-top wrap-anywhere';
  const align = (column: number) => (numbers[column] ? 'text-end tabular-nums' : 'text-start');
  const left = body.length - shown;
  return (
    <section
      aria-label={texts.content(name)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      className="scroll-area min-h-0 flex-1 overflow-auto p-4"
    >
      <table className="min-w-full border-separate border-spacing-0 border-border border-x border-t bg-surface-raised text-sm">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr>
            <th scope="col" className={clsx(cell, 'sticky -top-4 w-0 bg-surface text-end font-normal text-text-muted')}>
              <span className="sr-only">Row</span>
            </th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                dir="auto"
                className={clsx(cell, align(column), 'sticky -top-4 bg-surface font-medium')}
              >
                {head[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.slice(0, shown).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file do not change
            <tr key={at}>
              <th scope="row" className={clsx(cell, 'select-none text-end font-normal text-text-muted tabular-nums')}>
                {at + 2}
              </th>
              {columns.map((column) => (
                <td key={column} dir="auto" className={clsx(cell, align(column))}>
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <Button variant="quiet" size="sm" className="mt-3" onClick={() => setShown(shown + rowsAtOnce)}>
          {texts.moreRows(Math.min(left, rowsAtOnce))}
        </Button>
      )}
    </section>
  );
}
