import { clsx } from 'clsx';
import { useId } from 'react';
import { dateFormat, parseDate } from '../../../../components/dates/date-labels.ts';
import { Checkbox } from '../../../../components/fields/checkbox.tsx';
import { rowControl } from '../../../chat/sidebar/list/virtual-list.tsx';
import { readingTexts } from '../reading/texts.ts';
import { importTexts } from '../texts.ts';
import { tickedOf } from './choice.ts';
import type { ChoiceRow } from './choice-rows.ts';

const texts = importTexts.choice;
const day = dateFormat('en-US', { dateStyle: 'medium' });

/** A conversation, or a group of them, with its checkbox. */
export function ChoiceLine(props: {
  row: ChoiceRow;
  tabIndex: 0 | -1;
  ticked: ReadonlySet<number>;
  onTick: (places: readonly number[], isTicked: boolean) => void;
}) {
  const { row, tabIndex, ticked, onTick } = props;
  const id = useId();
  const places = row.type === 'group' ? row.places : [row.at];
  const title = row.type === 'group' ? row.name : row.conversation.title.trim() || readingTexts.untitled;
  return (
    <div
      className={clsx(
        'flex items-center gap-3 rounded-control px-2 hover:bg-surface-hover',
        row.type === 'conversation' && row.isInGroup && 'pl-9',
      )}
    >
      <Checkbox
        id={id}
        tabIndex={tabIndex}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-facts`}
        checked={tickedOf(places, ticked)}
        onCheckedChange={(to) => onTick(places, to === true)}
        {...rowControl}
      />
      <label htmlFor={id} className="grid min-h-13 min-w-0 flex-1 content-center py-1.5">
        <span
          id={`${id}-title`}
          dir="auto"
          className={clsx('truncate text-[0.875rem]', row.type === 'group' && 'font-semibold')}
        >
          {title}
        </span>
        <span id={`${id}-facts`} className="text-text-muted text-xs tabular-nums">
          {row.type === 'group'
            ? texts.conversations(places.length)
            : `${datesOf(row.conversation)} · ${texts.messages(row.conversation.messages)}`}
        </span>
      </label>
    </div>
  );
}

/** "May 3, 2024", or "May 3, 2024 – Jun 1, 2024". */
function datesOf({ createdAt, updatedAt }: { createdAt: string; updatedAt: string }): string {
  const days = [createdAt, updatedAt].flatMap((iso) => {
    const date = parseDate(iso);
    return date ? [day.format(date)] : [];
  });
  return [...new Set(days)].join(' – ');
}
