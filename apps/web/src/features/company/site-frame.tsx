import type { ComponentProps, ReactNode } from 'react';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { companyTexts } from './texts.ts';

/** The frame around the content of every page of the company site. */
export const SiteFrame = (props: { children: ReactNode; footerLinks?: ComponentProps<typeof SiteFooter>['links'] }) => (
  <div className="flex min-h-dvh flex-col text-[1rem] leading-6.5">
    <a className="skip-link" href="#main">
      {companyTexts.skipToContent}
    </a>
    <SiteHeader />
    <main id="main" className="flex-1">
      {props.children}
    </main>
    <SiteFooter links={props.footerLinks} />
    {/* Failures are reported here; empty, it does not show. */}
    <p
      data-report
      role="alert"
      className="fixed inset-x-5 bottom-5 z-(--z-toast) mx-auto w-fit max-w-120 rounded-card border border-danger-edge bg-danger-soft px-4 py-3 text-danger-ink shadow-float empty:hidden"
    />
  </div>
);
