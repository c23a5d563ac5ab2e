import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';

const position = /((?:file:\/\/)?\/[^\s()]+\.js):(\d+):(\d+)/g;
const keptPositions = 10_000;

/** Cached by position in a bundle, because errors repeat and reading a map takes a tenth of a second. */
const known = new LRUCache<string, string>({ max: keptPositions });
/** Loaded only for errors, because it is large. */
const maps = new Map<string, WeakRef<SourceMap>>();

/**
 * A stack trace with the positions in the sources instead of those in the bundle, where source maps are next to the files. Node.js's
 * --enable-source-maps is not used, because it reads all maps at the start and keeps them.
 */
export function withSourcePositions(stack: string): string {
  return stack.replace(position, (place, file: string, line: string, column: string) => {
    const source = known.get(place) ?? sourceOf(pathOf(file), Number(line), Number(column)) ?? place;
    known.set(place, source);
    return source;
  });
}

const pathOf = (file: string): string => (file.startsWith('file:') ? fileURLToPath(file) : file);

/** `line` and `column` count from 1. */
function sourceOf(path: string, line: number, column: number): string | null {
  const origin = mapOf(path)?.findOrigin(line, column);
  if (!origin || !('fileName' in origin)) return null;
  return `${resolve(dirname(path), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`;
}

function mapOf(path: string): SourceMap | null {
  const kept = maps.get(path)?.deref();
  if (kept) return kept;
  const file = `${path}.map`;
  if (!existsSync(file)) return null;
  const map = new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  maps.set(path, new WeakRef(map));
  return map;
}
