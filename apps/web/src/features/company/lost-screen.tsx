import { Button, buttonClass } from '../../components/base/button.tsx';
import { componentTexts } from '../../components/base/texts.ts';
import { LostPath } from '../../components/page/lost-path.tsx';
import { addresses } from './addresses.ts';
import { SiteFrame } from './site-frame.tsx';
import { companyTexts } from './texts.ts';

const texts = componentTexts.notFound;

/** The 404 page. Without a script there is no Go Back, which only the browser can do. */
export const LostScreen = () => (
  <SiteFrame footerLinks={[{ href: '/', text: companyTexts.footer.home }]}>
    <LostPath className="py-16 md:py-24">
      <a className={buttonClass('primary')} href={addresses.chat}>
        {texts.toChat}
      </a>
      <Button variant="quiet" data-go-back className="no-script:hidden">
        {texts.back}
      </Button>
    </LostPath>
  </SiteFrame>
);
