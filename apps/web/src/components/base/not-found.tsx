import { Button, buttonClass } from './button.tsx';
import { LostPath } from './lost-path.tsx';
import { usePageTitle } from './page-title.ts';
import { componentTexts } from './texts.ts';

const texts = componentTexts.notFound;

/** The 404 page. `returnHref` is the address of the chat. */
export function NotFound({ returnHref }: { returnHref: string }) {
  usePageTitle(texts.pageTitle);
  return (
    <main id="main" className="grid min-h-dvh">
      <LostPath className="py-8">
        <a className={buttonClass('primary')} href={returnHref}>
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
