import type { ReactNode } from 'react';
import { Button, buttonClass } from '../base/button.tsx';
import { usePageTitle } from '../base/page-title.ts';
import { LostPath } from './lost-path.tsx';
import { notFoundTexts as texts } from './texts.ts';

/** The 404 page, loaded by `LostPage`. Signing in opens the page of an account, so that link comes first. */
export default function NotFound({ returnHref, signIn }: { returnHref: string; signIn?: ReactNode }) {
  usePageTitle(texts.pageTitle);
  return (
    <main id="main" className="grid min-h-dvh">
      <LostPath className="py-8" hint={signIn ? texts.ofAccount : texts.hint}>
        {signIn}
        <a className={buttonClass(signIn ? 'quiet' : 'primary')} href={returnHref}>
          {texts.toChat}
        </a>
        <Button
          variant="quiet"
          onClick={() => (window.history.length > 1 ? window.history.back() : window.location.assign(returnHref))}
        >
          {texts.back}
        </Button>
      </LostPath>
    </main>
  );
}
