import { TextButton } from '../../../components/base/button.tsx';
import { UpgradeLink } from '../../subscription/upgrade-link.tsx';
import { useAnswerSettings } from '../answer-settings/use-answer-settings.ts';
import { useSession } from '../session/session.ts';
import { modelTexts } from './texts.ts';

/** Says that `gone` no longer answers, and that `premium` needs SuperNoek. */
export default function ModelNotes({ gone, premium }: { gone: string | null; premium: string | null }) {
  const { user } = useSession();
  const { change } = useAnswerSettings();
  return (
    <>
      {gone !== null && (
        <p>
          {modelTexts.gone(gone)}{' '}
          <TextButton onClick={() => change({ model: null })}>{modelTexts.keepAutomatic}</TextButton>
        </p>
      )}
      {premium !== null && (
        <p>
          {modelTexts.needsPlan(premium)} <UpgradeLink user={user} className="prose-link font-medium" />
        </p>
      )}
    </>
  );
}
