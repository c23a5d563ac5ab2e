import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { Button } from '../../../components/base/button.tsx';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { chatTexts } from '../texts.ts';
import { Centred } from './centred-state.tsx';

/** After this time, a text says what the bars mean, in milliseconds. */
const lastingMs = 1_000;

/** Shown while messages load, after 150 ms; at once in place of the shell, which shows the same. */
export function LoadingMessages() {
  const [isLate] = useState(() => !document.querySelector('.shell-thread'));
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasts(true), lastingMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      role="status"
      className={clsx('mx-auto grid max-w-thread gap-7 px-6 pt-7 max-md:px-4 max-md:pt-5', isLate && 'animate-late')}
    >
      <span className="sr-only">{chatTexts.conversation.loadingMessages}</span>
      <Skeleton isLate={isLate} className="h-11 w-[46%] justify-self-end rounded-composer!" />
      <div className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-4 max-md:grid-cols-[minmax(0,1fr)] max-md:gap-y-2.5">
        <Skeleton isLate={isLate} className="size-6.5 rounded-control!" />
        <div className="grid gap-3 pt-1">
          <Skeleton isLate={isLate} className="h-3.5 w-[92%]" />
          <Skeleton isLate={isLate} className="h-3.5 w-[84%]" />
          <Skeleton isLate={isLate} className="h-3.5 w-[58%]" />
        </div>
      </div>
      {lasts && (
        <p className="text-center text-sm text-text-muted" aria-hidden>
          {chatTexts.conversation.loadingMessages}
        </p>
      )}
    </div>
  );
}

/** Messages that could not be loaded. */
export function FailedMessages({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Centred heading={chatTexts.conversation.messagesFailed} text={errorText(error)}>
      <Button onClick={onRetry}>{chatTexts.tryAgain}</Button>
    </Centred>
  );
}
