import { tooltip } from '../../../components/base/tooltip.ts';
import { dayLabel, fullDayLabel } from './day-labels.ts';
import { useToday } from './use-today.ts';

/** The day of the messages that follow, with the full date in a tooltip. */
export function DaySeparator({ at }: { at: string }) {
  const label = dayLabel(at, useToday());
  if (label === null) return null;
  return (
    <h2 className="flex items-center gap-3 pb-6 font-normal text-text-muted text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border max-md:pb-5">
      <time dateTime={at} className="select-none" {...tooltip(fullDayLabel(at))}>
        {label}
      </time>
    </h2>
  );
}

/** The items that begin another day than the dated item before them, by position. `dateOf` returns null for an item without a date. */
export function beginningsOfDays<Item>(
  items: readonly Item[],
  dateOf: (item: Item) => string | null,
): Map<number, string> {
  const found = new Map<number, string>();
  let last = '';
  for (const [index, item] of items.entries()) {
    const at = dateOf(item);
    const day = at === null ? last : new Date(at).toDateString();
    if (at !== null && day !== last) found.set(index, at);
    last = day;
  }
  return found;
}
