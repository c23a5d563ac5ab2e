import { expect, test, vi } from 'vitest';
import { createCalculator, type ProgramTable } from './calculator.ts';

const calculator = createCalculator();
const sales: ProgramTable = {
  columns: ['Region', 'Units', '__proto__'],
  rows: [
    ['North', 10.1, 'x'],
    ['South', 20.2, 'y'],
    ['North', null, 'z'],
  ],
};
const run = (source: string, signal = AbortSignal.timeout(20_000)) =>
  calculator.calculate({
    source,
    signal,
    table: async (name) => (name === 'sales.csv' ? sales : { problem: `There is no file “${name}”.` }),
  });
const told = async (source: string): Promise<string> => {
  const result = await run(source);
  return result.ok ? result.text : `failed: ${result.problem}${result.line === null ? '' : ` (line ${result.line})`}`;
};

test.each([
  ['0.1 + 0.2', '0.3'],
  ['0.1 + 0.2 === 0.3', 'true'],
  ['1.005 * 1000', '1005'],
  ['4.35 * 100', '435'],
  ['100 - 99.99', '0.01'],
  ['0.3 / 0.1', '3'],
  ['0.3 % 0.1', '0'],
  ['-7 % 3', '-1'],
  ['1.1 ** 2', '1.21'],
  ['2 ** 100', '1267650600228229401496703205376'],
  ['123456789 * 987654321', '121932631112635269'],
  ['9007199254740993 + 1', '9007199254740994'],
  ['1_000_000 * 1_000_000 * 1_000_000 * 3', '3000000000000000000'],
  ['2n ** 70n', '1180591620717411303424'],
  ['2 ** 49 / 5', '112589990684262.4'],
  ['10 ** 100 + 1 - 10 ** 100', '1'],
  ['1 / 3', '0.333333333333333'],
  ['new Fraction(1, 3) + new Fraction(1, 6)', '0.5'],
  ['new Fraction(1, 3) * 2', '2/3 (about 0.666666666666667)'],
  ['10 / 0', 'Infinity'],
  ['"a" + 1 + [2]', 'a12'],
  ['let total = 0;\nfor (let at = 0; at < 10; at++) total += 0.1;\ntotal', '1'],
  ['const o = { a: { b: 0.1 } }; o.a.b += 0.2; o["a"].b *= 3; o.a.b', '0.9'],
  [
    'let calls = 0; const at = () => { calls += 1; return 0 }; const a = [0.1]; a[at()] += 0.2; [a[0], calls]',
    '[\n 0.3,\n 1\n]',
  ],
  ['[0.1, 0.2, 0.3].reduce((a, b) => a + b)', '0.6'],
  ['class A { #x = 0.1; get y() { return this.#x + 0.2 } } new A().y', '0.3'],
  ['const f = ({ a, b = 0.1 + 0.2 }) => ({ a, b }); f({ a: 1 }).b', '0.3'],
  ['1 +\n  (2 // two + two\n * 3)', '7'],
  ['const price = 5 * 1.1', '5.5'],
  ['return 7', '7'],
  ['await 5', '5'],
  ['sum([0.1, 0.2, null, "x"])', '0.3'],
  ['mean([1, 2])', '1.5'],
  ['[min([3, 1, 2]), max([3, 1, 2]), median([1, 2, 3, 4])].join()', '1,3,2.5'],
  ['standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])', '2'],
  ['quantile([1, 2, 3, 4], 0.25)', '1.75'],
  ['new Temporal.PlainDate(2026, 3, 3).until("2026-12-24").days', '296'],
  ['Temporal.PlainDate.from("2024-01-31").add({ months: 1 }).toString()', '2024-02-29'],
  ['console.log("rows", 3); 4', 'rows 3\n4'],
  ['console.log("only this")', 'only this'],
])('%s is %s', async (source, value) => {
  expect(await told(source)).toBe(value);
});

test('a program reads a table with the columns by their names', async () => {
  expect(await told('const rows = table("sales.csv"); sum(rows, "Units")')).toBe('30.3');
  expect(await told('table("sales.csv").columns.join()')).toBe('Region,Units,__proto__');
  expect(await told('table("sales.csv")[0]["__proto__"]')).toBe('x');
  expect(await told('JSON.stringify(groups(table("sales.csv"), "Region", sum, "Units"))')).toBe(
    '[{"name":"South","value":20.2},{"name":"North","value":10.1}]',
  );
  expect(await told('distinct(table("sales.csv"), "Region")')).toBe('[\n "North",\n "South"\n]');
});

test.each([
  ['1 +', /^failed: Unexpected token \(line 1\)$/],
  ['const a = 1;\n\na.foo.bar', /^failed: TypeError: cannot read property 'bar' of undefined \(line 3\)$/],
  ['const a = 1;\nthrow new RangeError("too far")', /^failed: RangeError: too far \(line 2\)$/],
  ['table("none.csv")', /^failed: There is no file “none\.csv”\. \(line 1\)$/],
  [
    'sum(table("sales.csv"), "Unit")',
    /^failed: There is no column "Unit"\. There are: Region, Units, __proto__ \(line 1\)$/,
  ],
  ['x = 5', /^failed: ReferenceError: x is not defined \(line 1\)$/],
  ['Temporal.ZonedDateTime.from("2026-12-24T00:00[Europe/Berlin]")', /Time zones by name are not known here/],
  ['import fs from "node:fs"; fs', /^failed: /],
  ['await import("node:fs")', /^failed: /],
  ['for (let at = 0; at < 30; at++) table("sales.csv")', /^failed: It read tables more than 20 times\.$/],
])('%s says what is wrong', async (source, problem) => {
  expect(await told(source)).toMatch(problem);
});

test.each([
  'process',
  'require("node:fs")',
  'fetch("http://127.0.0.1")',
  'setTimeout(() => {}, 1)',
  'eval("1")',
  'Function("return this")()',
  '[].constructor.constructor("return process")()',
  '(async () => {}).constructor("return 1")()',
  '(function* () {}).constructor("return 1")()',
  'Object.prototype.polluted = 1',
  'Array.prototype.map = () => "mine"',
  'globalThis.process.exit()',
  'this.process.exit()',
  '(function () { return this })().process.exit()',
  'tables.read.constructor("return process")()',
])('%s reaches nothing', async (source) => {
  expect(await told(source)).toMatch(/^failed: /);
});

test('one program leaves nothing for the next', async () => {
  await run('try { Object.defineProperty(Math, "max", { value: () => 7 }) } catch {} Math.leak = 1');
  expect(await told('[Math.max(1, 2), typeof Math.leak].join()')).toBe('2,undefined');
});

test.each([
  ['while (true);', 'It took longer than 2 seconds.'],
  ['for (;;) [1, 2, 3].map((x) => x)', 'It took longer than 2 seconds.'],
  ['/^(a+)+$/.test("a".repeat(40) + "b")', 'It took longer than 2 seconds.'],
  ['new Promise(() => {})', 'It took longer than 2 seconds.'],
  ['for (;;) await null', 'It took longer than 2 seconds.'],
  ['let text = "a"; while (true) text += text', 'It needs more than 32 MB of memory.'],
  ['const all = []; while (true) all.push(new Array(1000).fill(1))', 'It needs more than 32 MB of memory.'],
])('%s is ended, and others are served meanwhile', async (source, problem) => {
  let longest = 0;
  let last = performance.now();
  const ticks = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 10);
  const [result, other] = await Promise.all([run(source), told('1 + 1')]);
  clearInterval(ticks);
  expect(result).toEqual({ ok: false, problem, line: null });
  expect(other).toBe('2');
  expect(longest).toBeLessThan(1_000);
});

test.each([
  'Array.from({ length: 1_000_000 }, () => 1)',
  'Array.from({ length: 200_000 }, (_, at) => at)',
  '"x".repeat(5_000_000)',
  'for (let at = 0; at < 100_000; at++) console.log("x".repeat(100))',
])('the result of %s is cut', async (source) => {
  const text = await told(source);
  expect(text.length).toBeLessThan(4_002);
  expect(text).toMatch(/…$/);
});

test('a program that nests too deeply, or recurses for ever, fails alone', async () => {
  expect(await told(`${'('.repeat(4_000)}1${')'.repeat(4_000)}`)).toMatch(/^failed: |^1$/);
  expect(await told('const f = () => f(); f()')).toMatch(/^failed: /);
});

test('what a program writes never reaches the output of the process', async () => {
  const written: unknown[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(text) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(text) > 0);
  for (const source of [
    'console.log("LEAK")',
    'globalThis.console.log("LEAK")',
    'this.console.log("LEAK")',
    '(function () { return this })().console.log("LEAK")',
    '(() => this)().console.log("LEAK")',
    '[1].map(function () { return this.console.log("LEAK") })',
    'Reflect.apply(function () { this.console.log("LEAK") }, undefined, [])',
    'throw new Error("LEAK")',
    'Promise.reject(new Error("LEAK")); 1',
  ])
    await run(source);
  expect(written.filter((text) => String(text).includes('LEAK'))).toEqual([]);
});

test('an abort ends a program', async () => {
  const stop = new AbortController();
  const running = run('while (true) { [1].map((x) => x) }', stop.signal);
  setTimeout(() => stop.abort(new Error('stopped')), 50);
  await expect(running).rejects.toThrow('stopped');
});
