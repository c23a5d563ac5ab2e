import { ChevronDown } from 'lucide-react';
import { type ComponentProps, Suspense } from 'react';
import { codePart } from '../../../components/base/code-part.ts';
import { tooltip } from '../../../components/base/tooltip.ts';
import { useAnswerSettings } from '../answer-settings/use-answer-settings.ts';
import { useSession } from '../session/session.ts';
import { chatTexts } from '../texts.ts';
import { effortsFor, useModels } from './use-models.ts';

const ModelMenu = codePart(() => import('./model-menu.tsx')).lazy((module) => module.ModelMenu);

/**
 * Chooses which model answers in the conversation on screen, Automatic or one of those that are offered, and how much it may reason. It is
 * shown only to people who have a choice; guests cannot have the models of a plan. `onPremium` is called with a model that SuperNoek
 * includes and the person does not have, and with null after any other choice.
 */
export function ModelPicker({ onPremium }: { onPremium: (model: string | null) => void }) {
  const { models } = useModels();
  const { user } = useSession();
  const { settings } = useAnswerSettings();
  const offered = user ? models : models.filter(({ allowed }) => allowed);
  const chosen = models.find(({ name, allowed }) => name === settings.model && allowed);
  const efforts = effortsFor(offered, chosen?.name ?? null);
  if (offered.length < 2 && efforts.length === 0) return null;
  const name = chosen?.name ?? chatTexts.model.automatic;
  const effort = settings.effort !== 'automatic' && efforts.includes(settings.effort) ? settings.effort : null;
  return (
    // A press before the menu's code has loaded would be lost.
    <Suspense fallback={<Trigger name={name} effort={effort} disabled />}>
      <ModelMenu
        models={offered}
        chosen={chosen?.name ?? null}
        trigger={<Trigger name={name} effort={effort} />}
        onPremium={onPremium}
      />
    </Suspense>
  );
}

/** The rest of the props come from the menu. */
function Trigger({
  name,
  effort,
  ...rest
}: { name: string; effort: 'quick' | 'thorough' | null } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className="inline-flex h-9 min-w-0 items-center gap-1.5 rounded-full px-3 max-md:px-2 font-medium text-sm text-text-muted hover:bg-surface-hover hover:text-text aria-expanded:bg-surface-hover aria-expanded:text-text coarse:h-10 short:@max-[30rem]/composer:w-10 short:@max-[30rem]/composer:justify-center short:@max-[30rem]/composer:px-0"
      {...tooltip(chatTexts.model.label, 'top')}
      {...rest}
    >
      <span className="sr-only">{chatTexts.model.label}: </span>
      <span className="max-w-32 truncate @max-[30rem]/composer:max-w-24 max-md:@max-[30rem]/composer:max-w-18 @max-[20.5rem]/composer:sr-only short:@max-[30rem]/composer:sr-only">
        {name}
      </span>
      {effort !== null && <span className="@max-[30rem]/composer:sr-only"> · {chatTexts.model.efforts[effort]}</span>}
      <ChevronDown className="size-3.5 flex-none" aria-hidden />
    </button>
  );
}

const ModelNotes = codePart(() => import('./model-notes.tsx')).lazy();

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
