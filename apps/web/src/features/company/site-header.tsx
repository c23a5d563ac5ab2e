import type { User } from '@noek/contract/auth';
import { useState } from 'react';
import { errorText } from '../../api/base/error-text.ts';
import { usePublicConfig } from '../../api/base/public-config.ts';
import { Badge } from '../../components/base/badge.tsx';
import { Button, buttonClass } from '../../components/base/button.tsx';
import { Logo } from '../../components/base/logo.tsx';
import { ThemeToggle } from '../../components/base/theme-toggle.tsx';
import { toast } from '../../components/base/toast.ts';
import { SignInLink } from '../session/start/sign-in-link.tsx';
import { endLogin } from '../session/start/start-up-ports.ts';
import { clearRecentLogout, recordLogout, storeUser } from '../session/start/stored-user.ts';
import { useCompanyUser } from './company-user.ts';
import { companyTexts } from './texts.ts';

export function SiteHeader() {
  const { origins } = usePublicConfig();
  const user = useCompanyUser();
  return (
    <header className="sticky top-0 z-(--z-sticky) border-border border-b bg-background">
      <div className="mx-auto flex h-16 max-w-site items-center gap-2.5 px-5 md:gap-4 md:px-8">
        <a
          href="/"
          className="inline-flex min-h-10 flex-none items-center gap-2.5 font-semibold text-[1rem] tracking-[-0.012em]"
        >
          <Logo />
          {companyTexts.brand}
        </a>
        <Badge className={user ? 'max-md:hidden' : 'max-[24rem]:hidden'}>{companyTexts.beta}</Badge>
        <nav aria-label={companyTexts.mainNavigation} className="hidden flex-1 pl-3 md:flex">
          <a
            href="#features"
            className="inline-flex min-h-10 items-center rounded-control px-3 text-[0.875rem] text-text-muted hover:bg-surface-hover hover:text-text"
          >
            {companyTexts.navigation.features}
          </a>
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-1 md:gap-2">
          {user && <UserName user={user} />}
          <ThemeToggle className={user ? 'max-md:hidden' : 'max-[24rem]:hidden'} />
          {user ? (
            <LogoutButton />
          ) : (
            <SignInLink className={buttonClass('ghost', 'sm', 'max-md:px-2!')}>{companyTexts.signIn}</SignInLink>
          )}
          <a className={buttonClass('primary', 'sm', user ? 'max-sm:hidden' : undefined)} href={origins.chat}>
            {companyTexts.tryNoek}
          </a>
        </div>
      </div>
    </header>
  );
}

function UserName({ user }: { user: User }) {
  return (
    <p className="grid min-w-0 max-w-52 pr-1 text-right">
      <span className="truncate font-medium text-sm leading-4.25">{user.name}</span>
      <span className="truncate text-text-muted text-xs">{user.email}</span>
    </p>
  );
}

/** Signs out of every host and goes to the auth host, which confirms it and removes its stored user. */
function LogoutButton() {
  const { origins } = usePublicConfig();
  const [busy, setBusy] = useState(false);
  async function logout() {
    setBusy(true);
    recordLogout();
    try {
      await endLogin();
      storeUser(null);
      window.location.assign(`${origins.auth}/login?auth_action=logout`);
    } catch (error) {
      clearRecentLogout();
      setBusy(false);
      toast({ title: companyTexts.logoutFailed, description: errorText(error), variant: 'destructive' });
    }
  }
  return (
    <Button variant="ghost" size="sm" className="max-md:px-2!" disabled={busy} onClick={() => void logout()}>
      {companyTexts.logout}
    </Button>
  );
}
