import type { ReactNode } from 'react';
import { Logo } from '../base/logo.tsx';
import { componentTexts } from '../base/texts.ts';
import { ThemeToggle } from '../base/theme/theme-toggle.tsx';

/** A page outside the chat: a link back, the brand, the theme, and the main content. `className` sets the width of the content. */
export function PageFrame(props: { skipToContent: string; back: ReactNode; className?: string; children: ReactNode }) {
  return (
    <>
      <a className="skip-link" href="#main">
        {props.skipToContent}
      </a>
      <header className="sticky top-0 z-(--z-sticky) grid h-14 grid-cols-[auto_1fr_auto] items-center sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] gap-2 border-border border-b bg-background px-3">
        <div className="justify-self-start">{props.back}</div>
        <span className="inline-flex max-[20rem]:hidden items-center gap-2 justify-self-center font-semibold tracking-[-0.012em]">
          <Logo className="size-6" />
          {componentTexts.brand}
        </span>
        <ThemeToggle className="justify-self-end" />
      </header>
      <main id="main" className={props.className}>
        {props.children}
      </main>
    </>
  );
}
