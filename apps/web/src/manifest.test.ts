import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const web = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(`${web}${file}`, 'utf8');
type Icon = { src: string; sizes: string; type: string; purpose?: string };
const manifest = JSON.parse(read('public/manifest.webmanifest')) as {
  [name: string]: unknown;
  icons: Icon[];
  shortcuts: { name: string; url: string }[];
};

/** Width and height of a PNG file, from its first chunk. */
function sizeOf(file: string): string {
  const bytes = readFileSync(`${web}public${file}`);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('browsers offer to install the chat: what they require is there', () => {
  expect(manifest).toMatchObject({ name: 'Noek', start_url: '/', scope: '/', display: 'standalone' });
  const plain = manifest.icons.filter(({ purpose = 'any' }) => purpose === 'any').map(({ sizes }) => sizes);
  expect(plain).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
});

test('every icon exists and has the size that the manifest says', () => {
  for (const { src, sizes, type } of manifest.icons) {
    if (type === 'image/png') expect([src, sizeOf(src)]).toEqual([src, sizes]);
    else expect(existsSync(`${web}public${src}`)).toBe(true);
  }
  expect(sizeOf('/apple-touch-icon.png')).toBe('180x180');
});

test('the chat links to the manifest, which has its colour; the other hosts are not apps', () => {
  const page = read('index.html');
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
  expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png" />');
  const [, colour] = /name="theme-color" content="(#\w+)"/.exec(page) ?? [];
  expect(manifest).toMatchObject({ theme_color: colour, background_color: colour });
  for (const other of ['auth.html', 'company.html']) expect(read(other)).not.toContain('manifest.webmanifest');
});

test('the shortcuts lead to pages of the chat', () => {
  const routes = read('src/routes/chat.gen.ts');
  expect(manifest.shortcuts.length).toBeGreaterThan(0);
  for (const { url } of manifest.shortcuts) expect(routes).toContain(`fullPath: '${url}'`);
});
