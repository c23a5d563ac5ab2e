import { maxProjectNameLength } from '@noek/contract/projects/limits';
import { characterCount, isBlank } from '@noek/contract/text/characters';
import { projectTexts } from './texts.ts';

/** What is wrong with the name of a project; null if it is valid. */
export function nameProblem(name: string): string | null {
  if (isBlank(name)) return projectTexts.form.nameRequired;
  return characterCount(name.trim()) > maxProjectNameLength ? projectTexts.form.nameTooLong : null;
}
