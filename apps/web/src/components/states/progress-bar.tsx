import { clsx } from 'clsx';

/**
 * The progress of something, `value` of `max`; null: it is running, and its progress is not known. Screen readers read `valueText`
 * instead of the numbers. `isFull`: nothing is left, which the bar shows as a problem.
 */
export function ProgressBar(props: {
  label: string;
  value: number | null;
  max: number;
  valueText?: string;
  isFull?: boolean;
  className?: string;
}) {
  const { label, value, max, valueText, isFull } = props;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      {...(value !== null && { 'aria-valuenow': value })}
      {...(valueText && { 'aria-valuetext': valueText })}
      className={clsx('h-1.5 overflow-hidden rounded-full bg-surface-active forced-colors:border', props.className)}
    >
      <div
        className={clsx(
          'h-full rounded-full forced-colors:bg-[Highlight]',
          isFull ? 'bg-danger' : 'bg-accent',
          value === null && 'w-1/3 animate-under-way',
        )}
        {...(value !== null && { style: { width: `${max > 0 ? (value / max) * 100 : 0}%` } })}
      />
    </div>
  );
}
