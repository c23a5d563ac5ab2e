import { TextButton } from '../base/button.tsx';
import { Notice } from '../base/notice.tsx';
import { componentTexts } from '../base/texts.ts';

/** Shown in place of data that could not be read: the reason, and a way to try again. */
export function Unreadable(props: { text: string; className?: string; onRetry: () => void }) {
  return (
    <Notice tone="danger" role="alert" className={props.className}>
      <p>{props.text}</p>
      <TextButton className="-ml-1 coarse:min-h-10" onClick={props.onRetry}>
        {componentTexts.tryAgain}
      </TextButton>
    </Notice>
  );
}
