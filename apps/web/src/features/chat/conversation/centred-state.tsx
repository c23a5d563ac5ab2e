import type { ReactNode } from 'react';
import { Logo } from '../../../components/base/logo.tsx';

/** Shown in place of messages: why there are none, and what can be done about it. */
export function Centred({ heading, text, children }: { heading: string; text: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid min-h-full max-w-thread content-center justify-items-center px-6 py-8 text-center">
      <Logo soft className="mb-5 size-11" />
      <h1 className="text-xl">{heading}</h1>
      <p className="mt-2 max-w-104 text-balance text-text-muted">{text}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2.5">{children}</div>
    </div>
  );
}
