import { keyProviders } from '@noek/contract/config/key-providers';
import { z } from 'zod';
import { environmentSchema, environmentVariables } from '../settings/config.ts';
import { requiredInProduction } from '../settings/production-problem.ts';
import { settingGroups } from '../settings/setting-notes.ts';
import { markdownTable } from './markdown-table.ts';

/**
 * docs/settings.md with its tables, between `<!-- generated: settings -->` and `<!-- end -->`, generated from the schema of the settings
 * and their notes. Throws if a setting has no note.
 */
export function withSettingTables(document: string): string {
  const described = new Set(settingGroups.flatMap(({ settings }) => Object.keys(settings)));
  const missing = environmentVariables.filter((name) => !described.has(name));
  if (missing.length > 0) throw new Error(`setting-notes.ts says nothing about ${missing.join(', ')}.`);
  return document.replace(
    /(<!-- generated: settings -->\n)[\s\S]*?(\n<!-- end -->)/,
    (_, begin: string, end: string) => `${begin}\n${settingTables()}\n${end}`,
  );
}

function settingTables(): string {
  return settingGroups
    .map(({ title, settings }) => {
      const rows = Object.entries(settings).map(([name, note]) => [
        `\`${name}\`${isRequired(name) ? ' **P**' : ''}`,
        note.default ?? defaultOf(name),
        note.effect,
      ]);
      return `### ${title}\n\n${markdownTable(['variable', 'default', 'effect'], rows)}`;
    })
    .join('\n\n');
}

const isRequired = (name: string) => requiredInProduction.some((required) => required === name);

function defaultOf(name: string): string {
  for (const { prefix, baseUrl } of keyProviders) {
    if (name === `${prefix}_BASE_URL`) return `\`${baseUrl}\``;
    if (name === `${prefix}_MODEL`) return 'picked from its list of models';
  }
  const schema = Object.entries(environmentSchema.shape).find(([key]) => key === name)?.[1];
  const value: unknown = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  return value === undefined || (Array.isArray(value) && value.length === 0) ? 'none' : `\`${String(value)}\``;
}
