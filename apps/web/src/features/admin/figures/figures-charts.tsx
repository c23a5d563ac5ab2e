import type { Figures } from '@noek/contract/admin/figures';
import { ChartCard } from './chart-card.tsx';
import { axisMoney, money } from './format.ts';
import type { Series } from './plot.tsx';
import { figuresTexts as texts } from './texts.ts';

/** Colours that can be told apart in both themes. A single series has the first one. */
const colours = [
  'var(--color-accent)',
  'var(--color-success)',
  'var(--color-fun)',
  'var(--color-warning)',
  'var(--color-harmful)',
  'var(--color-accent-edge)',
  'var(--color-success-ink)',
  'var(--color-border-control)',
  'var(--color-text-muted)',
] as const;
const colour = (at: number) => colours[at % colours.length] ?? colours[0];

const sum = (values: readonly (number | null)[]) => values.reduce<number>((all, value) => all + (value ?? 0), 0);

/** All charts of a period. */
export function FiguresCharts({ figures }: { figures: Figures }) {
  const { people, guestsSignedUp, messages, answers, models, firstToken, queue, superNoek, revenue, range } = figures;
  const { charts, count, seconds } = texts;
  const rangeName = texts.range.names[range];
  const total = (...lists: readonly (readonly number[])[]) =>
    texts.total(count(sum(lists.map((list) => sum(list)))), rangeName);
  const one = (name: string, values: Series['values'], at = 0): Series => ({ name, values, colour: colour(at) });
  const errors = sum(answers.interrupted) + sum(answers.failed);
  const allAnswers = errors + sum(answers.complete) + sum(answers.stopped);
  const waited = sum(queue.waited);
  const waitedMs = sum(queue.waited.map((answered, i) => answered * (queue.averageWaitMs[i] ?? 0)));
  const latestMedian = firstToken.median.findLast((value) => value !== null);
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <ChartCard
        title={charts.signedUp.title}
        summary={`${total(people.signedUp)} · ${charts.signedUp.total(count(people.total))}`}
        series={[one(charts.signedUp.series, people.signedUp)]}
        figures={figures}
      />
      <ChartCard
        title={charts.active.title}
        summary={texts.latest[figures.step](count(people.active.at(-1) ?? 0))}
        series={[one(charts.active.series, people.active)]}
        figures={figures}
      />
      <ChartCard
        title={charts.messages.title}
        summary={total(messages.people, messages.guests)}
        series={[one(charts.messages.people, messages.people), one(charts.messages.guests, messages.guests, 1)]}
        figures={figures}
      />
      <ChartCard
        title={charts.models.title}
        summary={total(...models.map((model) => model.answers))}
        series={models.map(({ model, answers: values }, at) => one(model, values, at))}
        figures={figures}
      />
      <ChartCard
        title={charts.errors.title}
        summary={`${total(answers.interrupted, answers.failed)} · ${charts.errors.share(percent(errors, allAnswers))}`}
        series={[
          { name: charts.errors.failed, values: answers.failed, colour: 'var(--color-danger)' },
          { name: charts.errors.interrupted, values: answers.interrupted, colour: 'var(--color-warning)' },
        ]}
        figures={figures}
      />
      <ChartCard
        title={charts.firstToken.title}
        summary={latestMedian === null || latestMedian === undefined ? texts.none : seconds(latestMedian)}
        kind="lines"
        series={[one(charts.firstToken.median, firstToken.median), one(charts.firstToken.p95, firstToken.p95, 2)]}
        figures={figures}
        format={seconds}
        axisFormat={seconds}
      />
      <ChartCard
        title={charts.queue.title}
        summary={
          waited === 0
            ? total(queue.waited)
            : `${total(queue.waited)} · ${charts.queue.wait(seconds(waitedMs / waited))}`
        }
        series={[one(charts.queue.series, queue.waited)]}
        figures={figures}
      />
      <ChartCard
        title={charts.guests.title}
        summary={total(guestsSignedUp)}
        series={[one(charts.guests.series, guestsSignedUp)]}
        figures={figures}
      />
      <ChartCard
        title={charts.superNoek.title}
        summary={texts.now(count(superNoek.at(-1) ?? 0))}
        kind="lines"
        series={[one(charts.superNoek.series, superNoek)]}
        figures={figures}
      />
      {revenue.length === 0 && (
        <ChartCard title={charts.revenue.title} summary={charts.revenue.none} series={[]} figures={figures} />
      )}
      {revenue.map(({ currency, cents }) => (
        <ChartCard
          key={currency}
          title={`${charts.revenue.title}, ${currency.toUpperCase()}`}
          summary={`${texts.total(money(sum(cents), currency), rangeName)} · ${charts.revenue.note}`}
          series={[one(charts.revenue.note, cents)]}
          figures={figures}
          format={(value) => money(value, currency)}
          axisFormat={(value) => axisMoney(value, currency)}
        />
      ))}
    </div>
  );
}

const percent = (part: number, whole: number): string =>
  new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format(whole === 0 ? 0 : part / whole);
