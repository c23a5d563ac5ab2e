import { errorText } from '../../../../api/base/error-text.ts';
import { Skeleton } from '../../../../components/base/skeleton.tsx';
import { CentredMessage } from '../../../../components/states/centred-message.tsx';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import { searchTexts } from '../texts.ts';

/** Shown in place of results. */
export function NothingListed(props: {
  none: boolean;
  q: string;
  pending: boolean;
  error: unknown;
  onRetry: () => void;
}) {
  if (props.error) return <Unreadable className="m-3" text={errorText(props.error)} onRetry={props.onRetry} />;
  if (!props.none) return null;
  if (props.pending) return <LoadingResults />;
  return <CentredMessage title={searchTexts.nothing(props.q)} text={searchTexts.nothingHint} />;
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
