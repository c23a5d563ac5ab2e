import { firstChoice, type OfferedModel } from './use-models.ts';

/**
 * Whether an answer came from the expected model: the chosen one or, with Automatic, the first. `answeredBy` is "provider · model"; of
 * two models with the same name, the second is offered with its provider added.
 */
export function isFirstChoice(
  models: readonly OfferedModel[],
  { answeredBy, model }: { answeredBy: string; model: string | null },
): boolean {
  const choice = model === null ? firstChoice(models) : models.find(({ name }) => name === model);
  if (!choice) return false;
  const { provider, name } = choice;
  if (answeredBy === `${provider} · ${name}`) return true;
  const renamed = / \([^()]+\)$/.exec(name);
  return renamed !== null && answeredBy === `${provider} · ${name.slice(0, renamed.index)}`;
}
