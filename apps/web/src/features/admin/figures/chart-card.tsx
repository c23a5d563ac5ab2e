import type { Figures } from '@noek/contract/admin/figures';
import { type RefCallback, useCallback, useId, useState } from 'react';
import { axisCount, fullTime, shortTime } from './format.ts';
import { Plot, type Series } from './plot.tsx';
import { figuresTexts as texts } from './texts.ts';

/**
 * A small chart with its summary, a legend if it has several series, and the same numbers as a table. `format` writes a value in
 * the summary and the table, `axisFormat` a value beside the axis.
 */
export function ChartCard(props: {
  title: string;
  summary: string;
  kind?: 'columns' | 'lines';
  series: readonly Series[];
  figures: Pick<Figures, 'at' | 'step'>;
  format?: (value: number) => string;
  axisFormat?: (value: number) => string;
}) {
  const { title, summary, kind = 'columns', series, figures, format = texts.count, axisFormat = axisCount } = props;
  const { at, step } = figures;
  const id = useId();
  const [ref, width] = useWidth<HTMLDivElement>();
  const isEmpty = series.every(({ values }) => values.every((value) => !value));
  const asText = (value: number | null | undefined) =>
    value === null || value === undefined ? texts.noValue : format(value);
  const titles = at.map((time, i) =>
    [fullTime(time, step), ...series.map(({ name, values }) => `${name}: ${asText(values[i])}`)].join('\n'),
  );
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card border border-border bg-surface-raised p-4">
      <h2 id={id} className="font-medium text-[0.9375rem]">
        {title}
      </h2>
      <p className="mt-0.5 text-[0.875rem] text-text-muted tabular-nums">{summary}</p>
      <div ref={ref} className={`mt-3 min-w-0 overflow-hidden ${isEmpty ? 'min-h-42' : 'h-42'}`}>
        {isEmpty && <p className="grid min-h-42 place-items-center text-[0.875rem] text-text-muted">{texts.none}</p>}
        {!isEmpty && width > 0 && (
          <Plot
            {...{ kind, series, titles, width, axisFormat }}
            ticks={at.map((time) => shortTime(time, step))}
            label={texts.summary(title, summary)}
          />
        )}
      </div>
      {series.length > 1 && !isEmpty && (
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] text-text-muted">
          {series.map(({ name, colour }) => (
            <li key={name} className="flex min-w-0 items-center gap-1.5">
              <span className="size-2.5 shrink-0 rounded-full" style={{ background: colour }} aria-hidden />
              <span className="min-w-0 break-words">{name}</span>
            </li>
          ))}
        </ul>
      )}
      {!isEmpty && (
        <details className="mt-2 text-[0.8125rem]">
          <summary className="inline-block min-h-6 cursor-pointer py-1 text-accent-ink">
            {texts.table.show}
            <span className="sr-only">: {title}</span>
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard */}
          <section tabIndex={0} aria-label={texts.table.of(title)} className="mt-2 max-h-64 overflow-auto">
            <table className="w-full text-left tabular-nums">
              <caption className="sr-only">{texts.table.of(title)}</caption>
              <thead>
                <tr className="border-border border-b">
                  <th scope="col" className="py-1.5 pr-3 font-medium">
                    {texts.table.time[step]}
                  </th>
                  {series.map(({ name }) => (
                    <th key={name} scope="col" className="py-1.5 pl-3 text-right font-medium">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {at.map((time, i) => (
                  <tr key={time} className="border-border border-b last:border-0">
                    <th scope="row" className="whitespace-nowrap py-1 pr-3 font-normal text-text-muted">
                      {fullTime(time, step)}
                    </th>
                    {series.map(({ name, values }) => (
                      <td key={name} className="py-1 pl-3 text-right">
                        {asText(values[i])}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      )}
    </section>
  );
}

/** The width of an element in pixels, and the ref for it; 0 until it is known. */
function useWidth<Of extends HTMLElement>(): [ref: RefCallback<Of>, width: number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: Of | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
