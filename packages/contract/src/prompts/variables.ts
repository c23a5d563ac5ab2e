import { characterCount } from '../text/characters.ts';
import { maxVariableNameLength } from './limits.ts';

// Braces are no part of a name, so that each character is looked at once, whatever the text is.
const variable = /\{\{([\p{L}\p{M}\p{N} _-]+)\}\}/gu;

/** The name of a variable, without the spaces around it; null if it is none. */
function nameOf(written: string): string | null {
  const name = written.trim();
  return name !== '' && characterCount(name) <= maxVariableNameLength ? name : null;
}

/**
 * The names of the variables of a prompt: `{{name}}`, where a name has letters, digits, spaces, "-" and "_". Each is there once, in
 * the order of their first use. Anything else in braces is usual text.
 */
export function variablesOf(text: string): string[] {
  const names = new Set<string>();
  for (const [, written = ''] of text.matchAll(variable)) {
    const name = nameOf(written);
    if (name !== null) names.add(name);
  }
  return [...names];
}

/**
 * The text of a prompt with values for its variables. A variable without a value stays as it is written. A value is inserted as it is:
 * what looks like a variable in it is never filled in.
 */
export function fillVariables(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(variable, (whole, written: string) => {
    const name = nameOf(written);
    return (name === null ? undefined : values.get(name)) ?? whole;
  });
}
