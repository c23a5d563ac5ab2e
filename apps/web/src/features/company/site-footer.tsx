import { Logo } from '../../components/base/logo.tsx';
import { addresses } from './addresses.ts';
import { companyTexts, currentRelease } from './texts.ts';
import { ThemeButton } from './theme-button.tsx';

type FooterLink = { href: string; text: string };

/** The links of most pages. */
const usual: readonly FooterLink[] = [
  { href: '/policies', text: companyTexts.footer.privacy },
  { href: '/release-notes', text: companyTexts.footer.releaseNotes },
  { href: '/developers', text: companyTexts.footer.developers },
];

/** The footer of every page. `links`: instead of the usual ones. */
export const SiteFooter = ({ links = usual }: { links?: readonly FooterLink[] | undefined }) => (
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
