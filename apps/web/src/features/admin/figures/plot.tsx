import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar, LinePath } from '@visx/shape';

/** The data of a chart: one value per point of time, null for none. */
export type Series = { name: string; values: readonly (number | null)[]; colour: string };

const height = 168;
const margin = { top: 8, right: 4, bottom: 24 };
const fontSize = 11;
/** At least the width of a character, and half of that of a label of time, in pixels. */
const characterWidth = 7;
const halfLabel = 22;
const lineKey = (name: string) => `line ${name}`;

/** Stacked columns, or lines. `titles` show on hover; the table has the same values for all readers. */
export function Plot(props: {
  kind: 'columns' | 'lines';
  series: readonly Series[];
  titles: readonly string[];
  ticks: readonly string[];
  width: number;
  label: string;
  /** Writes a value beside the axis. */
  axisFormat: (value: number) => string;
}) {
  const { kind, series, titles, ticks, width, label, axisFormat } = props;
  const points = titles.map((_, at) => at);
  const [low, high] = extent(kind, series, points);
  const y = scaleLinear({ domain: [low, high], range: [height - margin.bottom, margin.top], nice: 3 });
  // Only whole numbers of messages are marked on the axis.
  const isWhole = series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  const heights = y.ticks(3).filter((tick) => !isWhole || Number.isInteger(tick));
  const marks = heights.map(axisFormat);
  const left = Math.max(28, ...marks.map((mark) => mark.length * characterWidth + 8));
  const x = scaleBand({ domain: points, range: [left, width - margin.right], padding: 0.22 });
  const every = Math.max(1, Math.ceil(points.length / Math.max(2, Math.floor((width - left) / 64))));
  const axis = { stroke: 'var(--color-border)', tickStroke: 'var(--color-border)' };
  const tickLabel = { fill: 'var(--color-text-muted)', fontSize, fontFamily: 'inherit' };
  return (
    <svg width={width} height={height} role="img" aria-label={label} className="block">
      <g aria-hidden>
        <AxisLeft
          {...axis}
          scale={y}
          left={left}
          tickValues={heights}
          hideAxisLine
          hideTicks
          tickLength={0}
          tickFormat={(value) => axisFormat(Number(value))}
          tickLabelProps={{ ...tickLabel, textAnchor: 'end', dx: -6, dy: 4 }}
        />
        {heights.map((tick) => (
          <line key={tick} x1={left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} stroke="var(--color-border)" />
        ))}
        <AxisBottom
          {...axis}
          scale={x}
          top={height - margin.bottom}
          hideTicks
          tickValues={points.filter((at) => (points.length - 1 - at) % every === 0)}
          tickFormat={(at) => ticks[Number(at)] ?? ''}
          tickLabelProps={(at) => {
            const isAtEdge = (x(Number(at)) ?? 0) + x.bandwidth() / 2 + halfLabel > width;
            return { ...tickLabel, textAnchor: isAtEdge ? 'end' : 'middle', dx: isAtEdge ? x.bandwidth() / 2 : 0 };
          }}
        />
        {kind === 'columns' && <Columns {...{ series, points }} x={x} y={y} />}
        {kind === 'lines' &&
          series.map(({ name, values, colour }) => (
            <g key={lineKey(name)} fill={colour}>
              <LinePath
                data={points}
                x={(at) => (x(at) ?? 0) + x.bandwidth() / 2}
                y={(at) => y(values[at] ?? 0)}
                defined={(at) => values[at] !== null}
                stroke={colour}
                strokeWidth={2}
                fill="none"
              />
              {points.map((at) =>
                values[at] === null || values[at] === undefined ? null : (
                  <circle key={at} cx={(x(at) ?? 0) + x.bandwidth() / 2} cy={y(values[at])} r={2.5} />
                ),
              )}
            </g>
          ))}
        {points.map((at) => (
          <rect
            key={at}
            x={(x(at) ?? 0) - (x.step() * x.padding()) / 2}
            y={margin.top}
            width={x.step()}
            height={height - margin.top - margin.bottom}
            fill="transparent"
          >
            <title>{titles[at]}</title>
          </rect>
        ))}
      </g>
    </svg>
  );
}

function Columns(props: {
  series: readonly Series[];
  points: readonly number[];
  x: ReturnType<typeof scaleBand<number>>;
  y: ReturnType<typeof scaleLinear<number>>;
}) {
  const { series, points, x, y } = props;
  return points.map((at) => {
    let above = 0;
    let below = 0;
    return (
      <g key={at}>
        {series.map(({ name, values, colour }) => {
          const value = values[at] ?? 0;
          const from = value < 0 ? below : above;
          if (value < 0) below += value;
          else above += value;
          const [top, bottom] = [y(Math.max(from, from + value)), y(Math.min(from, from + value))];
          return (
            <Bar
              key={name}
              x={x(at) ?? 0}
              y={top}
              width={x.bandwidth()}
              height={bottom - top}
              rx={Math.min(2, x.bandwidth() / 4)}
              fill={colour}
            />
          );
        })}
      </g>
    );
  });
}

/** The range of the values. It always includes zero. */
function extent(
  kind: 'columns' | 'lines',
  series: readonly Series[],
  points: readonly number[],
): [low: number, high: number] {
  const sums = points.flatMap((at) => {
    const values = series.map(({ values: list }) => list[at] ?? 0);
    if (kind === 'lines') return values;
    const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
    return [sum(values.filter((value) => value > 0)), sum(values.filter((value) => value < 0))];
  });
  return [Math.min(0, ...sums), Math.max(1, ...sums)];
}
