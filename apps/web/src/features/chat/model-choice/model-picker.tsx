import { ChevronDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { keepTrying } from '../../../components/base/keep-trying.ts';
import { tooltip } from '../../../components/base/tooltip.ts';
import { useCanUpgrade } from '../../subscription/upgrade-link.tsx';
import { useAnswerSettings } from '../answer-settings/use-answer-settings.ts';
import { useWho } from '../session/who.ts';
import { modelTexts } from './texts.ts';
import { type OfferedModel, useModels } from './use-models.ts';

const automatic = '';

/**
 * Chooses which model answers in the conversation on screen: Automatic, or one of those that are offered. `onPremium` is called with a
 * model that SuperNoek includes and the person does not have, and with null after any other choice.
 */
export function ModelPicker({ onPremium }: { onPremium: (model: string | null) => void }) {
  const { models, refresh } = useModels();
  const canUpgrade = useCanUpgrade(useWho().user);
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

const ModelNotes = lazy(() => keepTrying(() => import('./model-notes.tsx')));

/**
 * Notes about the choice: the chosen model no longer answers, or `premium`, which the person does not have, needs SuperNoek. Few pages
 * show it, so its code loads later.
 */
export function ModelNote({ premium }: { premium: string | null }) {
  const { models } = useModels();
  const { model } = useAnswerSettings().settings;
  const gone = model !== null && !models.some(({ name, allowed }) => name === model && allowed) ? model : null;
  return (
    <div role="status" className="px-4.5 pb-2 text-sm text-text-muted empty:hidden">
      {(gone ?? premium) !== null && (
        <Suspense fallback={null}>
          <ModelNotes gone={gone} premium={premium} />
        </Suspense>
      )}
    </div>
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
