import { usePublicConfig } from '../../api/public-config.ts';
import { Badge } from '../../components/badge.tsx';
import { buttonClass } from '../../components/button.tsx';
import { Logo } from '../../components/logo.tsx';
import { ThemeToggle } from '../../components/theme-toggle.tsx';

export function SiteHeader() {
  const { origins } = usePublicConfig();
  return (
    <header className="sticky top-0 z-(--z-sticky) border-border border-b bg-background">
      <div className="mx-auto flex h-16 max-w-site items-center gap-2.5 px-5 md:gap-4 md:px-8">
        <a href="/" className="inline-flex min-h-10 items-center gap-2.5 font-semibold text-[1rem] tracking-[-0.012em]">
          <Logo />
          Noek
        </a>
        <Badge>Beta</Badge>
        <nav aria-label="Main" className="hidden flex-1 pl-3 md:flex">
          <a
            href="#features"
            className="inline-flex min-h-10 items-center rounded-control px-3 text-[0.875rem] text-text-muted hover:bg-surface-hover hover:text-text"
          >
            Features
          </a>
        </nav>
        <div className="ml-auto flex items-center gap-1 md:gap-2">
          <ThemeToggle className="max-[24rem]:hidden" />
          <a className={buttonClass('ghost', 'sm', 'max-md:px-2!')} href={`${origins.auth}/login`}>
            Sign In
          </a>
          <a className={buttonClass('primary', 'sm')} href={origins.chat}>
            Try Noek
          </a>
        </div>
      </div>
    </header>
  );
}
