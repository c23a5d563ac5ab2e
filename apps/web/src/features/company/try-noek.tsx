import { addresses } from './addresses.ts';
import { companyTexts } from './texts.ts';

/** The link to the chat: "Try Noek" or, for a signed-in person, "Open Noek". `showPerson` chooses. */
export const TryNoek = ({ className }: { className: string }) => (
  <>
    <a data-for="visitors" className={className} href={addresses.chat}>
      {companyTexts.tryNoek}
    </a>
    <a data-for="members" hidden className={className} href={addresses.chat}>
      {companyTexts.openNoek}
    </a>
  </>
);
