import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

/** The document without its code, in which "#" and "[]" mean something else. */
const prose = (file: string) =>
  read(file)
    .replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()#]/g, ''));

/** The anchors of a document's headings, as code hosts make them. */
function anchorsOf(file: string): string[] {
  return [...prose(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every link between the documents leads to a file that exists, and to a heading in it', () => {
  const links = documents.flatMap((file) =>
    [...prose(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({ file, target })),
  );
  const own = links.filter(({ target }) => !/^(https?|mailto):/.test(target));
  expect(own.length).toBeGreaterThan(60);
  const broken = own.filter(({ file, target }) => {
    const [path = '', anchor] = target.split('#');
    const aim = path === '' ? file : relative(root, join(root, dirname(file), path));
    return !existsSync(join(root, aim)) || (anchor !== undefined && !anchorsOf(aim).includes(anchor));
  });
  expect(broken).toEqual([]);
});

test('every page of docs/ can be reached from the README', () => {
  const seen = new Set(['README.md']);
  for (const file of seen)
    for (const [, target = ''] of prose(file).matchAll(/\]\(([^)#\s]+\.md)/g))
      if (!target.startsWith('http')) seen.add(relative(root, join(root, dirname(file), target)));
  expect(documents.filter((file) => /^docs\/[^/]+\.md$/.test(file) && !seen.has(file))).toEqual([]);
});

test('every command that the documents name is one of package.json, and CONTRIBUTING has each of them', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = documents.flatMap((file) =>
    [...read(file).matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g)].map(([, run, short]) => run ?? short ?? ''),
  );
  expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
  const contributing = read('CONTRIBUTING.md');
  expect(Object.keys(scripts).filter((name) => !new RegExp(`npm (run )?${name}\\b`).test(contributing))).toEqual([]);
});

test('every script that the documents name exists', () => {
  const named = documents.flatMap((file) => read(file).match(/\bscripts\/[\w-]+\.(?:ts|mjs)\b/g) ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect([...new Set(named)].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
