import { CentredMessage } from '../../../components/states/centred-message.tsx';
import { useSetUp } from '../../account/security/authenticator/use-set-up.tsx';
import { adminFactorTexts as texts } from './texts.ts';

/** Shown instead of a page to an administrator who needs a second factor and has none. Calls `onSetUp` when there is one. */
export function SecondFactorFirst({ onSetUp }: { onSetUp: () => void }) {
  const setUp = useSetUp({ onSetUp });
  return (
    <CentredMessage title={texts.title} text={texts.text} heading>
      {setUp.button}
      {setUp.dialog}
    </CentredMessage>
  );
}
