import { Button, buttonClass } from '../../components/base/button.tsx';
import { LostPath } from '../../components/page/lost-path.tsx';
import { notFoundTexts as texts } from '../../components/page/texts.ts';
import { addresses } from './addresses.ts';
import { SiteFrame } from './site-frame.tsx';
import { companyTexts } from './texts.ts';

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
