import { Menu, X } from 'lucide-react';
import { buttonClass } from '../../components/base/button.tsx';
import { companyTexts } from './texts.ts';
import { ThemeButton } from './theme-button.tsx';

export type SiteLink = { href: string; text: string };

/** The main navigation where the header has no room for it. It unfolds without a script; `enableSiteMenu` closes it again. */
export const SiteMenu = ({ links }: { links: readonly SiteLink[] }) => (
  <details data-site-menu className="group flex-none lg:hidden">
    <summary
      className="grid size-10 cursor-pointer list-none place-items-center rounded-control text-text-muted hover:bg-surface-hover hover:text-text coarse:size-11 [&::-webkit-details-marker]:hidden [&_svg]:size-5"
      title={companyTexts.menu}
    >
      <span className="sr-only">{companyTexts.menu}</span>
      <Menu className="group-open:hidden" aria-hidden />
      <X className="hidden group-open:block" aria-hidden />
    </summary>
    <div className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-border border-b bg-background px-5 pt-2 pb-4 shadow-float max-[22rem]:px-4 md:px-8">
      <nav aria-label={companyTexts.mainNavigation} className="grid">
        {links.map(({ href, text }) => (
          <a key={href} href={href} className={buttonClass('ghost', 'md', 'min-h-11 justify-start! px-3!')}>
            {text}
          </a>
        ))}
      </nav>
      {/* The header has no room for it on phones. */}
      <ThemeButton className="size-11! sm:hidden" />
    </div>
  </details>
);
