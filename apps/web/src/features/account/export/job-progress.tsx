/** How far an export or import is: a sentence and a bar. */
export function JobProgress({ text, label, percent }: { text: string; label: string; percent: number | null }) {
  return (
    <div>
      <p className="text-sm">{text}</p>
      <progress
        aria-label={label}
        className="mt-2 block h-2 w-full accent-accent"
        max={100}
        {...(percent === null ? {} : { value: percent })}
      />
    </div>
  );
}
