import { Badge } from '../../components/base/badge.tsx';
import { Button, buttonClass } from '../../components/base/button.tsx';
import { Logo } from '../../components/base/logo.tsx';
import { SignInAnchor } from './sign-in-anchor.tsx';
import { type SiteLink, SiteMenu } from './site-menu.tsx';
import { companyTexts } from './texts.ts';
import { ThemeButton } from './theme-button.tsx';
import { TryNoek } from './try-noek.tsx';

/** The links of the main navigation. */
const links: readonly SiteLink[] = [
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
export const SiteHeader = () => (
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
        {links.map(({ href, text }) => (
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
        <SiteMenu links={links} />
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
