import type { ReactElement } from 'react';
import {
  DropdownMenu,
  MenuChoice,
  MenuChoices,
  MenuLabel,
  MenuSeparator,
} from '../../../components/dialogs/dropdown-menu.tsx';
import { useCanUpgrade } from '../../subscription/upgrade-link.tsx';
import { useAnswerSettings } from '../answer-settings/use-answer-settings.ts';
import { useSession } from '../session/session.ts';
import { chatTexts } from '../texts.ts';
import { endsOn } from './ends-on.ts';
import { modelTexts } from './texts.ts';
import { effortsFor, type OfferedModel, useModels } from './use-models.ts';

const automatic = '';

/**
 * The menu of the models: Automatic, then those of each provider, each with a line about it, and then how much the chosen one may reason.
 * `chosen`: null is Automatic.
 */
export function ModelMenu(props: {
  models: readonly OfferedModel[];
  chosen: string | null;
  trigger: ReactElement;
  onPremium: (model: string | null) => void;
}) {
  const { models, chosen } = props;
  const { refresh } = useModels();
  const { settings, change } = useAnswerSettings();
  const canUpgrade = useCanUpgrade(useSession().user);
  const efforts = effortsFor(models, chosen);
  const choose = (value: string) => {
    const isPremium = models.some(({ name, allowed }) => name === value && !allowed);
    props.onPremium(isPremium ? value : null);
    if (!isPremium) change({ model: value === automatic ? null : value });
  };
  return (
    <DropdownMenu
      trigger={props.trigger}
      align="start"
      container={document.getElementById('main')}
      onOpenChange={(open) => open && refresh()}
    >
      <MenuChoices aria-label={chatTexts.model.label} value={chosen ?? automatic} onValueChange={choose}>
        <MenuChoice value={automatic}>
          <About name={chatTexts.model.automatic} line={modelTexts.automaticLine} />
        </MenuChoice>
        {[...Map.groupBy(models, ({ provider }) => provider)].map(([provider, ofProvider]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
          <div key={provider} role="group" aria-label={provider}>
            <MenuLabel>{provider}</MenuLabel>
            {ofProvider.map((model) => (
              <MenuChoice key={model.name} value={model.name} disabled={!model.allowed && !canUpgrade}>
                <About name={model.name} line={lineOf(model)} endsOn={endsOn(model.endsAt)} />
              </MenuChoice>
            ))}
          </div>
        ))}
      </MenuChoices>
      {efforts.length > 0 && (
        <>
          <MenuSeparator />
          <MenuLabel>{modelTexts.effort}</MenuLabel>
          <MenuChoices
            aria-label={modelTexts.effort}
            value={efforts.includes(settings.effort) ? settings.effort : 'automatic'}
            onValueChange={(value) => change({ effort: efforts.find((effort) => effort === value) })}
          >
            {efforts.map((effort) => (
              <MenuChoice key={effort} value={effort}>
                <span className="flex-1">{chatTexts.model.efforts[effort]}</span>
              </MenuChoice>
            ))}
          </MenuChoices>
        </>
      )}
    </DropdownMenu>
  );
}

const About = ({ name, line, endsOn: day = null }: { name: string; line: string; endsOn?: string | null }) => (
  <span className="grid min-w-0 max-w-64 flex-1 py-1">
    <span className="truncate font-medium">{name} </span>
    {line !== '' && <span className="text-text-muted text-xs">{line}</span>}
    {day !== null && (
      <>
        {' '}
        <span className="text-text-muted text-xs">{modelTexts.endsOn(day)}</span>
      </>
    )}
  </span>
);

function lineOf(model: OfferedModel): string {
  const line = stateOf(model);
  return model.sees === 'no' ? modelTexts.blindLine(line) : line;
}

/** Why it cannot be used, otherwise what it is good for. Nothing is said of a model that is not known. */
function stateOf({ premium, allowed, resting, description }: OfferedModel): string {
  if (!allowed) return modelTexts.needsPlanLine;
  if (resting) return modelTexts.restingLine;
  return description ?? (premium ? modelTexts.planLine : '');
}
