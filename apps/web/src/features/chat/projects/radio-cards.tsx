import { clsx } from 'clsx';

/** One of a few choices, each a radio button with a sentence that explains it. */
export function RadioCards<Value extends string>(props: {
  legend: string;
  name: string;
  choices: readonly { value: Value; label: string; hint: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Whether the page shows the legend; otherwise only screen readers read it. */
  showsLegend?: boolean;
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className={props.showsLegend === false ? 'sr-only' : 'mb-2 font-medium text-sm'}>{props.legend}</legend>
      {props.choices.map(({ value, label, hint }) => (
        <label
          key={value}
          className={clsx(
            'grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-control border px-3 py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-focus',
            value === props.value ? 'border-accent-edge bg-accent-soft' : 'border-border hover:bg-surface-hover',
          )}
        >
          <input
            type="radio"
            name={props.name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
            className="mt-1 size-4 accent-accent outline-none"
          />
          <span>
            <span className="block font-medium text-[0.875rem]">{label}</span>
            <span className="block text-sm text-text-muted">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
