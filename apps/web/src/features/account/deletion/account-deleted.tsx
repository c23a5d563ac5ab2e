import { useEffect, useEffectEvent, useRef } from 'react';
import { accountTexts } from '../texts.ts';

const texts = accountTexts.deleteAccount.done;

/** How long the page says that the account is deleted before it calls `onLeave`, in milliseconds. */
const leaveAfterMs = 2_000;

/** Replaces the page of an account that was just deleted, and calls `onLeave` after two seconds. */
export function AccountDeleted({ onLeave }: { onLeave: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    heading.current?.focus();
    const timer = setTimeout(() => leave(), leaveAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main id="main" className="grid min-h-dvh place-content-center justify-items-center gap-2 px-6 text-center">
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {texts.title}
      </h1>
      <div role="status">
        <p>{texts.text}</p>
        <p className="mt-1 text-text-muted">{texts.leaving}</p>
      </div>
    </main>
  );
}
