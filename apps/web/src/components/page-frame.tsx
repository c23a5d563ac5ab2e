import type { ReactNode } from 'react';
import { ThemeToggle } from './base/theme-toggle.tsx';

/** A page beside the chat: a link back, the theme, and the main content. `className` sets the width of the content. */
export function PageFrame(props: { skipToContent: string; back: ReactNode; className?: string; children: ReactNode }) {
  return (
    <>
      <a className="skip-link" href="#main">
        {props.skipToContent}
      </a>
      <header className="sticky top-0 z-(--z-sticky) flex h-14 items-center justify-between border-border border-b bg-background px-3">
        {props.back}
        <ThemeToggle />
      </header>
      <main id="main" className={props.className}>
        {props.children}
      </main>
    </>
  );
}
