import { Moon } from 'lucide-react';
import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { listCommands, matchCommands, readTyped } from './match-commands.ts';

const command = (name: string, keywords = '', destructive = false): Command => ({
  id: name,
  name,
  keywords,
  icon: Moon,
  destructive,
  run: () => {},
});
const commands = [
  command('Export chat', 'download new'),
  command('New chat'),
  command('Use dark theme', 'night'),
  command('Delete chat', 'remove', true),
  command('Übersicht'),
];
const names = (all: readonly Command[]) => all.map(({ name }) => name);

test.each([
  ['new', ['New chat', 'Export chat']],
  ['NEW ch', ['New chat', 'Export chat']],
  ['ch new', ['New chat', 'Export chat']],
  ['dark', ['Use dark theme']],
  ['night', ['Use dark theme']],
  ['über', ['Übersicht']],
  ['ark', []],
  ['new theme', []],
])('%j finds the commands of which each word begins a word', (typed, expected) => {
  expect(names(matchCommands(commands, typed))).toEqual(expected);
});

test('">" asks for commands alone, and nothing is searched for', () => {
  expect(readTyped(' > new')).toEqual({ search: '', command: ' new', isCommand: true });
  expect(readTyped('new > old')).toEqual({ search: 'new > old', command: 'new > old', isCommand: false });
  expect(names(listCommands(commands, '>').above)).toEqual(names(commands));
  expect(names(listCommands(commands, '>del').above)).toEqual(['Delete chat']);
});

test('words never put a command above the results that loses something', () => {
  const { above, below } = listCommands(commands, 'chat');
  expect([names(above), names(below)]).toEqual([['Export chat', 'New chat'], ['Delete chat']]);
  expect(listCommands(commands, '?!')).toEqual({ above: [], below: [] });
  expect(names(listCommands(commands, '  ').below)).toEqual(names(commands));
});
