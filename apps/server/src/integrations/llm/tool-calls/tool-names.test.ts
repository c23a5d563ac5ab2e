import { expect, test } from 'vitest';
import { toolNamer } from './tool-names.ts';

const named = toolNamer([{ name: 'save_memory' }, { name: 'web_search' }]);

test.each([
  'save_memory',
  'saveMemory',
  'Save_Memory',
  'functions.save_memory',
  ' save_memory ',
  'save-memory',
  'tools/save_memory',
  'functions.save_memory:0',
  'default_api.saveMemory',
])('%j is save_memory', (written) => expect(named(written)).toBe('save_memory'));

test.each(['', 'memory', 'save_memories', 'evil.save_memory', 'fly', 'save_memory()'])('%j is not a tool', (written) =>
  expect(named(written)).toBeUndefined(),
);

test('a name that may mean two tools means none', () => {
  const twice = toolNamer([{ name: 'web_search' }, { name: 'webSearch' }]);
  expect([twice('WebSearch'), twice('webSearch')]).toEqual([undefined, 'webSearch']);
});
