import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fontFace } from './plain-page.ts';

test('plain pages use the font of the built web app, and the system’s font without it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noek-assets-'));
  try {
    expect(fontFace(folder)).toBe('');
    writeFileSync(join(folder, 'inter-latin-ext-wght-normal-a.woff2'), '');
    writeFileSync(join(folder, 'inter-latin-wght-normal-b.woff2'), '');
    expect(fontFace(folder)).toContain('url("/assets/inter-latin-wght-normal-b.woff2")');
    expect(fontFace(join(folder, 'none'))).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
