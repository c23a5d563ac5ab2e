import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** The lines of a section, separated by hairlines. */
export function Items({ children }: { children: ReactNode }) {
  return (
    <div className="grid divide-y divide-border *:min-h-14 *:py-3.5 *:first:pt-0 *:last:pb-0 [&>*:first-child]:min-h-10">
      {children}
    </div>
  );
}

/** One line: a title, what it says below it, and a control at the end. */
export function Item(props: {
  title: ReactNode;
  /** The id of the title, for a control that it names. */
  titleId?: string;
  children?: ReactNode;
  control?: ReactNode;
  /** On phones, the control goes below the text, because both are long. */
  wraps?: boolean;
  /** The control goes below the text, unless the screen is wide. */
  stacks?: boolean;
}) {
  return (
    <div
      className={clsx(
        'flex items-center justify-between gap-x-6 gap-y-3',
        props.wraps && 'max-sm:flex-col max-sm:items-start',
        props.stacks && 'max-lg:flex-col max-lg:items-start',
      )}
    >
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <div id={props.titleId} className="font-medium">
          {props.title}
        </div>
        {props.children && <div className="text-sm text-text-muted">{props.children}</div>}
      </div>
      {props.control && <div className="flex-none">{props.control}</div>}
    </div>
  );
}
