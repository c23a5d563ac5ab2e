import { clsx } from 'clsx';

/** One of a few choices, each a radio button that looks like a chip. `legend` names the group for screen readers. */
export function Choice<Value extends string>(props: {
  legend: string;
  name: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}) {
  return (
    <fieldset className={clsx('flex flex-wrap gap-1.5', props.className)}>
      <legend className="sr-only">{props.legend}</legend>
      {props.choices.map(({ value, label }) => (
        <label
          key={value}
          className={clsx(
            'relative inline-flex min-h-10 cursor-pointer items-center rounded-control border px-3.5 font-medium text-[0.875rem]',
            'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
            value === props.value
              ? 'border-accent-edge bg-accent-soft text-accent-ink forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
              : 'border-border-strong text-text-muted hover:bg-surface-hover hover:text-text',
          )}
        >
          <input
            type="radio"
            name={props.name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
