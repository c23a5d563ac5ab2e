import { ProgressBar } from '../../components/states/progress-bar.tsx';

/** The progress of an export or import: a sentence and a bar. */
export function JobProgress({ text, label, percent }: { text: string; label: string; percent: number | null }) {
  return (
    <div>
      <p className="text-sm">{text}</p>
      <ProgressBar label={label} value={percent} max={100} className="mt-2.5" />
    </div>
  );
}
