import { z } from 'zod';
import { settingGroups } from '../settings/environment.ts';
import { requiredInProduction } from '../settings/production-problem.ts';

/** What a setting's declaration says about it. */
const noteSchema = z.strictObject({
  effect: z.string(),
  default: z.string().optional(),
  example: z.string().optional(),
});

type Setting = z.output<typeof noteSchema> & { name: string; required: boolean; preset: string | undefined };

const widest = 130;

/** docs/settings.md with its tables, between `<!-- generated: settings -->` and `<!-- end -->`, from the declared settings. */
export function withSettingTables(document: string): string {
  return document.replace(
    /(<!-- generated: settings -->\n)[\s\S]*?(\n<!-- end -->)/,
    (_, begin: string, end: string) => `${begin}\n${settingTables()}\n${end}`,
  );
}

function settingTables(): string {
  return groups()
    .map(({ title, settings }) => {
      const rows = settings.map(({ name, required, effect, preset, ...note }) => [
        `\`${name}\`${required ? ' **P**' : ''}`,
        note.default ?? (preset ? `\`${preset}\`` : 'none'),
        effect,
      ]);
      return `### ${title}\n\n${markdownTable(['variable', 'default', 'effect'], rows)}`;
    })
    .join('\n\n');
}

/** .env.example: every setting with what it does, and its default or an example, as a comment. */
export function settingsExample(): string {
  const parts = groups().map(({ title, settings }) => [
    `# --- ${title}`,
    ...settings.map(({ name, required, effect, example, preset, ...note }) => {
      const value = example ?? preset;
      if (value === undefined) throw new Error(`${name} has neither a default nor an example.`);
      const sentences = [effect];
      if (note.default && note.default !== `\`${value}\``) sentences.push(`Default: ${note.default}`);
      if (required) sentences.push('Production needs it');
      return `${asComment(sentences.map((sentence) => `${asText(sentence)}.`).join(' '))}\n#${name}=${quoted(value)}`;
    }),
  ]);
  return [exampleHead, ...parts.flat()].join('\n\n').concat('\n');
}

const exampleHead = `# Every setting of Noek, with its default value or an example. On a single machine all of them are optional.
# Generated from apps/server/src/settings/environment.ts, as docs/settings.md is.
#
# Copy what you set into a file ".env" in Noek's folder: npm start, npm run serve and npm run dev read it. What the environment sets
# wins. A value with spaces, quotes or # needs quotes around it.`;

function groups(): { title: string; settings: Setting[] }[] {
  return Object.entries(settingGroups).map(([title, settings]) => ({
    title,
    settings: Object.entries(settings).map(([name, schema]) => ({
      name,
      required: requiredInProduction.some((required) => required === name),
      preset: presetOf(schema),
      ...noteSchema.parse(schema.meta()),
    })),
  }));
}

/** The default in a schema, as it is set in the environment. */
function presetOf(schema: z.ZodType): string | undefined {
  if (!(schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)) return;
  const value: unknown = schema.def.defaultValue;
  return Array.isArray(value) ? value.join(',') || undefined : String(value);
}

/** Markdown as plain text, with the pages of docs that it links to. */
const asText = (markdown: string) =>
  markdown
    .replaceAll('**P**', '"Production needs it"')
    .replaceAll(/\[([^\]]+)\]\(([\w-]+\.md)[^)]*\)/g, '$1 (docs/$2)')
    .replaceAll('`', '"');

/** Lines of a comment, broken at spaces. */
function asComment(text: string): string {
  const lines = ['#'];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= widest) lines[lines.length - 1] = longer;
    else lines.push(`# ${word}`);
  }
  return lines.join('\n');
}

/** A value as a shell, systemd and Docker read it. */
function quoted(value: string): string {
  if (value.includes('"')) return `'${value}'`;
  return value.includes(' ') ? `"${value}"` : value;
}

/** A Markdown table with padded columns. Bars within the cells are escaped. */
function markdownTable(head: string[], rows: string[][]): string {
  const escaped = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, at) => Math.max(3, ...escaped.map((row) => row[at]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [first = [], ...others] = escaped;
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}
