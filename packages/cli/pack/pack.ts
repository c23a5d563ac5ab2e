import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from './build-package.ts';

// npm packs a folder with the package.json that is in it, so for as long as it packs, that is the published one. The repository's own is
// kept beside it. If packing was interrupted, `node pack/pack.ts --restore` puts it back, and so does packing again.

const folder = join(import.meta.dirname, '..');
const manifest = join(folder, 'package.json');
const kept = join(folder, 'package.repository.json');

if (existsSync(kept)) renameSync(kept, manifest);
if (!process.argv.includes('--restore')) await buildPackage(folder, folder, kept);
