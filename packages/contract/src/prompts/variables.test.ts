import { describe, expect, test } from 'vitest';
import { maxPromptLength, maxVariableNameLength } from './limits.ts';
import { fillVariables, variablesOf } from './variables.ts';

describe('the variables of a prompt', () => {
  test('each is there once, in the order of their first use, without the spaces around it', () => {
    expect(variablesOf('Write to {{ name }} about {{topic}}. Dear {{name}}, {{Name}}, {{ topic}}')).toEqual([
      'name',
      'topic',
      'Name',
    ]);
  });

  test.each([
    [
      'letters of any script, digits, spaces, - and _',
      '{{Größe 2-b_c}} {{名前}} {{e\u0301}}',
      ['Größe 2-b_c', '名前', 'e\u0301'],
    ],
    ['no other characters', '{{a.b}} {{a\nb}} {{a{b}} {{a:b}} {{<b>}} {{\u0000}}', []],
    ['no empty name', '{{}} {{ }} {{   }}', []],
    ['single braces are text', '{name} {{name} {name}}', []],
    ['the innermost of more braces', '{{{name}}} {{a{{b}}c}}', ['name', 'b']],
    ['names that objects have', '{{__proto__}} {{constructor}} {{toString}}', ['__proto__', 'constructor', 'toString']],
  ])('%s', (_, text, names) => {
    expect(variablesOf(text)).toEqual(names);
  });

  test('a name has at most 40 characters, and the spaces around it do not count', () => {
    const longest = 'n'.repeat(maxVariableNameLength);
    expect(variablesOf(`{{${' '.repeat(50)}${longest} }} {{${longest}n}}`)).toEqual([longest]);
  });

  test('the longest prompt is read quickly, whatever it is made of', () => {
    const start = performance.now();
    for (const part of ['{{', '{{a', '{{ ', '{{a}', '}}', '{{{{a a']) {
      const text = part.repeat(maxPromptLength / part.length);
      expect(fillVariables(text, new Map([['a', 'b']]))).toBe(text);
      variablesOf(text);
    }
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe('values', () => {
  test('replace every use of their variable', () => {
    expect(
      fillVariables(
        '{{a}} and {{ a }}, {{b}}',
        new Map([
          ['a', '1'],
          ['b', ''],
        ]),
      ),
    ).toBe('1 and 1, ');
  });

  test('a variable without a value stays as it is written', () => {
    expect(fillVariables('{{ a }} {{b}} {{__proto__}} {{constructor}}', new Map([['b', '2']]))).toBe(
      '{{ a }} 2 {{__proto__}} {{constructor}}',
    );
  });

  test.each([
    '{{a}}',
    '{{b}}',
    '{{a}}{{b}}',
    '}}{{b',
    '$&',
    "$1$$$`$'",
    '$<name>',
    '\\{{b}}',
    '\u0000',
    '{{',
    '\n{{ b }}\n',
  ])('the value %j is inserted as it is', (value) => {
    expect(
      fillVariables(
        '<{{a}}|{{b}}|{{a}}>',
        new Map([
          ['a', value],
          ['b', 'B'],
        ]),
      ),
    ).toBe(`<${value}|B|${value}>`);
  });

  test('values that together make a variable do not become one', () => {
    expect(
      fillVariables(
        '{{a}}{{b}} {{c}}',
        new Map([
          ['a', '{{'],
          ['b', 'c}}'],
          ['c', 'secret'],
        ]),
      ),
    ).toBe('{{c}} secret');
    expect(
      fillVariables(
        '{{{a}}}',
        new Map([
          ['a', '{b}'],
          ['b', 'secret'],
        ]),
      ),
    ).toBe('{{b}}');
  });

  test('names that objects have are values like others', () => {
    expect(
      fillVariables(
        '{{__proto__}} {{constructor}}',
        new Map([
          ['__proto__', '1'],
          ['constructor', '2'],
        ]),
      ),
    ).toBe('1 2');
  });
});
