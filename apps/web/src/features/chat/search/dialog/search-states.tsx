import { errorText } from '../../../../api/base/error-text.ts';
import { TextButton } from '../../../../components/base/button.tsx';
import { Skeleton } from '../../../../components/base/skeleton.tsx';
import { chatTexts } from '../../texts.ts';
import { searchTexts } from '../texts.ts';

/** Shown in place of results. */
export function NothingListed(props: {
  none: boolean;
  q: string;
  pending: boolean;
  error: unknown;
  onRetry: () => void;
}) {
  if (props.error)
    return (
      <Note title={errorText(props.error)}>
        <TextButton className="mt-1 min-h-10" onClick={props.onRetry}>
          {chatTexts.tryAgain}
        </TextButton>
      </Note>
    );
  if (!props.none) return null;
  if (props.pending) return <LoadingResults />;
  return <Note title={searchTexts.nothing(props.q)} hint={searchTexts.nothingHint} />;
}

function LoadingResults() {
  return (
    <div role="status" aria-label={searchTexts.searching} className="grid gap-4 px-3 py-3">
      {['w-[46%]', 'w-[62%]', 'w-[38%]'].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton className={`h-3.5 ${width}`} />
          <Skeleton className="h-3 w-[88%]" />
        </div>
      ))}
    </div>
  );
}

export function Note({ title, hint, children }: { title: string; hint?: string; children?: React.ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1 px-6 py-10 text-center">
      <p className="max-w-full break-words font-medium text-[0.875rem]">{title}</p>
      {hint && <p className="text-sm text-text-muted">{hint}</p>}
      {children}
    </div>
  );
}
