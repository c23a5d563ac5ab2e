import { Heart } from 'lucide-react';
import { buttonClass } from '../../components/base/button.tsx';
import { addresses } from './addresses.ts';
import { companyTexts } from './texts.ts';

/** Leads to the payment provider that takes donations. Only for servers that have one: put it in `<When setting="donation">`. */
export const DonateLink = () => (
  <a className={buttonClass('quiet', 'lg')} href={addresses.donation}>
    <Heart className="icon" aria-hidden />
    {companyTexts.support.donate}
  </a>
);
