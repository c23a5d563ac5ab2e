import { usePublicConfig } from '../../../api/base/public-config.ts';
import { TextButton } from '../../../components/base/button.tsx';
import { useAnswerSettings } from '../answer-settings/use-answer-settings.ts';
import { chatTexts } from '../texts.ts';
import { modelTexts } from './texts.ts';
import { useModels } from './use-models.ts';

/** For a message with pictures: says that the chosen model, or none at all, takes pictures, and offers those that do. */
export function PictureNotice() {
  const { models } = useModels();
  const { assistant } = usePublicConfig();
  const { settings, change } = useAnswerSettings();
  const { model } = settings;
  // Its answer says what it does with pictures.
  if (assistant.kind === 'demo') return null;
  const offered = models.filter(({ allowed }) => allowed);
  const seeing = offered.filter(({ sees }) => sees !== 'no');
  if (offered.length > 0 && seeing.length === 0) return <p>{modelTexts.noneSees}</p>;
  if (model === null || offered.find(({ name }) => name === model)?.sees !== 'no') return null;
  return (
    <p>
      {modelTexts.seesNot(model)}{' '}
      {seeing.map(({ name }) => (
        <TextButton key={name} className="me-3" onClick={() => change({ model: name })}>
          {name}
        </TextButton>
      ))}
      <TextButton onClick={() => change({ model: null })}>{chatTexts.model.automatic}</TextButton>
    </p>
  );
}
