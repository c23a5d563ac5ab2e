import { ChevronDown } from 'lucide-react';
import { TextButton } from '../../../components/base/button.tsx';
import { tooltip } from '../../../components/base/tooltip.ts';
import { UpgradeLink, useCanUpgrade } from '../../subscription/upgrade-link.tsx';
import { useAnswerSettings } from '../answer-settings/use-answer-settings.ts';
import { useChatSession } from '../session/chat-session.ts';
import { modelTexts } from './texts.ts';
import { type OfferedModel, useModels } from './use-models.ts';

const automatic = '';

/**
 * Chooses which model answers in the conversation on screen: Automatic, or one of those that are offered. `onPremium` is called with a
 * model that SuperNoek includes and the person does not have, and with null after any other choice.
 */
export function ModelPicker({ onPremium }: { onPremium: (model: string | null) => void }) {
  const { models, refresh } = useModels();
  const canUpgrade = useCanUpgrade(useChatSession().user);
  const { settings, change } = useAnswerSettings();
  const chosen = models.find(({ name, allowed }) => name === settings.model && allowed);
  return (
    <span
      className="relative inline-flex h-9 min-w-0 items-center rounded-full text-text-muted hover:bg-surface-hover hover:text-text has-focus-visible:text-text coarse:h-10"
      {...tooltip(modelTexts.label, 'top')}
    >
      <select
        aria-label={modelTexts.label}
        value={chosen?.name ?? automatic}
        onFocus={refresh}
        onChange={({ target: { value } }) => {
          const isPremium = models.some(({ name, allowed }) => name === value && !allowed);
          onPremium(isPremium ? value : null);
          if (!isPremium) change({ model: value === automatic ? null : value });
        }}
        className="field-sizing-content h-full w-full min-w-0 max-w-44 cursor-pointer appearance-none truncate rounded-full bg-transparent pr-7.5 pl-3 font-medium text-sm @max-[30rem]/composer:max-w-36 short:@max-[30rem]/composer:w-10 short:@max-[30rem]/composer:pr-0 short:@max-[30rem]/composer:pl-10"
      >
        <option value={automatic}>{modelTexts.automatic}</option>
        {byProvider(models).map(([provider, ofProvider]) => (
          <optgroup key={provider} label={provider}>
            {ofProvider.map((model) => (
              <option key={model.name} value={model.name} disabled={!model.allowed && !canUpgrade}>
                {labelOf(model)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute right-2.5 size-3.5 short:@max-[30rem]/composer:right-3.25"
        aria-hidden
      />
    </span>
  );
}

/** Says that a model needs SuperNoek, and leads to it. */
export function PremiumModel({ model }: { model: string | null }) {
  const { user } = useChatSession();
  return (
    <p role="status" className="px-4.5 pb-2 text-sm text-text-muted empty:hidden">
      {model !== null && (
        <>
          {modelTexts.needsPlan(model)} <UpgradeLink user={user} className="prose-link font-medium" />
        </>
      )}
    </p>
  );
}

/** Says that the model that was chosen for this conversation no longer answers. */
export function GoneModel() {
  const { models } = useModels();
  const { settings, change } = useAnswerSettings();
  const { model } = settings;
  const isGone = model !== null && !models.some(({ name, allowed }) => name === model && allowed);
  return (
    <p role="status" className="px-4.5 pb-2 text-sm text-text-muted empty:hidden">
      {isGone && (
        <>
          {modelTexts.gone(model)}{' '}
          <TextButton onClick={() => change({ model: null })}>{modelTexts.keepAutomatic}</TextButton>
        </>
      )}
    </p>
  );
}

function labelOf({ name, allowed, resting }: OfferedModel): string {
  if (!allowed) return modelTexts.premium(name);
  return resting ? modelTexts.resting(name) : name;
}

/** The providers in their order, each with its models. */
function byProvider(models: readonly OfferedModel[]): [provider: string, models: OfferedModel[]][] {
  return [...Map.groupBy(models, ({ provider }) => provider)];
}
