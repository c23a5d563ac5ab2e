import { clsx } from 'clsx';
import { Menu, Moon, Sun, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Badge } from '../../components/base/badge.tsx';
import { Button, buttonClass } from '../../components/base/button.tsx';
import { Logo } from '../../components/base/logo.tsx';
import { componentTexts } from '../../components/base/texts.ts';
import { addresses } from './addresses.ts';
import { SignInAnchor } from './sign-in-anchor.tsx';
import { companyTexts, currentRelease } from './texts.ts';
import { TryNoek } from './try-noek.tsx';

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

/** The navigation of the main navigation. */
const navigation: readonly SiteLink[] = [
  { href: '/#features', text: companyTexts.navigation.features },
  { href: '/#meet', text: companyTexts.navigation.meet },
  { href: '/#plans', text: companyTexts.navigation.plans },
  { href: '/#support', text: companyTexts.navigation.support },
  { href: '/developers', text: companyTexts.navigation.developers },
];

/**
 * The header of every page. What depends on the person comes first in the group at the right edge, so that nothing else moves when
 * the page finds out who is here.
 */
const SiteHeader = () => (
  <header className="sticky top-0 z-(--z-sticky) border-border border-b bg-background">
    <div className="mx-auto flex h-16 max-w-site items-center gap-2.5 px-5 max-[22rem]:gap-1.5 max-[22rem]:px-4 md:gap-4 md:px-8">
      <a
        href="/"
        className="inline-flex min-h-10 flex-none items-center gap-2.5 font-semibold text-[1rem] tracking-[-0.012em]"
      >
        <Logo />
        <span className="max-[24rem]:sr-only signed-in:max-sm:sr-only">{companyTexts.brand}</span>
      </a>
      <Badge className="max-[18rem]:sr-only signed-in:max-md:hidden max-[22rem]:px-1.5!">{companyTexts.beta}</Badge>
      <nav aria-label={companyTexts.mainNavigation} className="hidden flex-1 pl-1 lg:flex">
        {navigation.map(({ href, text }) => (
          <a
            key={href}
            href={href}
            className="inline-flex min-h-10 items-center whitespace-nowrap rounded-control px-3 text-[0.875rem] text-text-muted hover:bg-surface-hover hover:text-text"
          >
            {text}
          </a>
        ))}
      </nav>
      <div className="ml-auto flex min-w-0 items-center gap-1 md:gap-2">
        <Person />
        <ThemeButton className="max-sm:hidden" />
        <TryNoek className={buttonClass('primary', 'sm', 'sm:min-w-26')} />
        <SiteMenu links={navigation} />
      </div>
    </div>
  </header>
);

/** Sign In or, for a signed-in person, name, email and Logout. `showPerson` chooses. */
const Person = () => (
  <>
    <SignInAnchor data-for="visitors" className={buttonClass('ghost', 'sm', 'max-sm:px-2!')}>
      {companyTexts.signIn}
    </SignInAnchor>
    <p data-for="members" hidden className="grid min-w-0 max-w-52 pr-1 text-right">
      <span data-user-name className="truncate font-medium text-sm leading-4.25" />
      <span data-user-email className="truncate text-text-muted text-xs" />
    </p>
    <Button data-for="members" data-logout hidden variant="ghost" size="sm" className="flex-none max-sm:px-2!">
      {companyTexts.logout}
    </Button>
  </>
);

type SiteLink = { href: string; text: string };

/** The main navigation where the header has no room for it. It unfolds without a script; `enableSiteMenu` closes it again. */
const SiteMenu = ({ links }: { links: readonly SiteLink[] }) => (
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

type FooterLink = { href: string; text: string };

/** The links of most pages. */
const usual: readonly FooterLink[] = [
  { href: '/policies', text: companyTexts.footer.privacy },
  { href: '/release-notes', text: companyTexts.footer.releaseNotes },
  { href: '/developers', text: companyTexts.footer.developers },
];

/** The footer of every page. `links`: instead of the usual ones. */
const SiteFooter = ({ links = usual }: { links?: readonly FooterLink[] | undefined }) => (
  <footer className="border-border border-t pt-6 pb-12 text-[0.875rem] text-text-muted">
    <div className="mx-auto flex max-w-site flex-wrap items-center gap-x-6 gap-y-1 px-5 md:px-8">
      <span className="inline-flex min-h-10 items-center gap-2.5 font-semibold text-base text-text">
        <Logo />
        {companyTexts.brand}
      </span>
      <span>{companyTexts.footer.version(currentRelease.version)}</span>
      <ThemeButton className="max-sm:ml-auto sm:hidden" />
      <nav aria-label={companyTexts.footerNavigation} className="flex flex-wrap gap-x-6 max-sm:w-full sm:ml-auto">
        {links.map(({ href, text }) => (
          <a key={href} className="inline-flex min-h-10 items-center hover:text-text hover:underline" href={href}>
            {text}
          </a>
        ))}
        <a className="inline-flex min-h-10 items-center hover:text-text hover:underline" href={addresses.support}>
          {addresses.supportEmail}
        </a>
      </nav>
    </div>
  </footer>
);

/** Switches the theme. Both icons are in the page, and the theme decides which one shows, so that nothing changes after the first paint. */
const ThemeButton = ({ className }: { className?: string }) => (
  <button
    type="button"
    data-theme-button
    aria-label={componentTexts.theme.toDark}
    title={componentTexts.theme.toDark}
    className={clsx(
      'inline-grid size-10 flex-none place-items-center rounded-control text-text-muted hover:bg-surface-hover hover:text-text no-script:hidden [&_svg]:size-4.5',
      className,
    )}
  >
    <Moon className="dark:hidden" aria-hidden />
    <Sun className="hidden dark:block" aria-hidden />
  </button>
);
