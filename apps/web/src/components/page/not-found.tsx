import { Button, buttonClass } from '../base/button.tsx';
import { usePageTitle } from '../base/page-title.ts';
import { componentTexts } from '../base/texts.ts';
import { LostPath } from './lost-path.tsx';

const texts = componentTexts.notFound;

/** The 404 page, loaded by `LostPage`. `returnHref` is the address of the chat. */
export default function NotFound({ returnHref }: { returnHref: string }) {
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
