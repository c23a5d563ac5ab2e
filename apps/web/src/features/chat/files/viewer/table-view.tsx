import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import { Button } from '../../../../components/base/button.tsx';
import { filesTexts } from '../texts.ts';
import { isEmpty, numberColumns } from './table-cells.ts';

const texts = filesTexts.viewer;
const rowsAtOnce = 300;

/** A table whose first row with content is its head. The numbers of the rows stay in sight. Long ones show more rows on request. */
export function TableView({ name, rows }: { name: string; rows: readonly (readonly string[])[] }) {
  const [shown, setShown] = useState(rowsAtOnce);
  const above = Math.max(
    0,
    rows.findIndex((row) => !isEmpty(row)),
  );
  const numbers = useMemo(() => numberColumns(rows.slice(above)), [rows, above]);
  const [head = [], ...body] = rows.slice(above);
  const columns = numbers.map((_, column) => column);
  const cell = 'border-border border-r border-b px-3 py-1.5 align-top';
  const text = 'max-w-96 whitespace-pre-line break-words';
  const rowNumber =
    'sticky left-0 z-1 select-none whitespace-nowrap bg-surface text-end font-normal text-text-muted tabular-nums';
  const align = (column: number) => (numbers[column] ? 'text-end whitespace-nowrap tabular-nums' : 'text-start');
  const left = body.length - shown;
  return (
    <section
      aria-label={texts.content(name)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      className="scroll-area min-h-0 flex-1 overflow-auto p-4"
    >
      <table className="w-max min-w-full border-separate border-spacing-0 border-border border-t border-l bg-surface-raised text-sm">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr>
            <th scope="col" className={clsx(cell, rowNumber, '-top-4 z-2! w-0')}>
              <span className="sr-only">{texts.row}</span>
            </th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                dir="auto"
                className={clsx(cell, text, align(column), 'sticky -top-4 z-1 bg-surface font-medium')}
              >
                {head[column] || <span className="sr-only">{texts.column(column + 1)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.slice(0, shown).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file do not change
            <tr key={at}>
              <th scope="row" className={clsx(cell, rowNumber)}>
                {above + at + 2}
              </th>
              {columns.map((column) => (
                <td key={column} dir="auto" className={clsx(cell, text, align(column))}>
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
