import { expect, test } from 'vitest';
import { createCalculator } from '../../../integrations/calculator/calculator.ts';
import { tableProgram, withResults } from '../../../integrations/llm/demo/calculated-tables.ts';
import { calculationsFor } from './calculate.ts';
import { cellValues, separatedRows, tableIn } from './table.ts';

const sales = `Region,Month,Product,Units,Unit price,Amount
North,January,Tea,10,2.50,25
South,January,Coffee,20,3,60
North,February,Coffee,5,3,15
West,February,Tea,12,2.5,30
South,March,Tea,1,2.6,2.6
Total,,,48,,132.6
`;
const umsatz = 'Gebiet;Produkt;Menge;Umsatz\nNord;Tee;1.200;2.500,50\nSüd;Kaffee;300;7.000,00\nNord;Kaffee;10;99,95\n';
const 销售 = '地区,产品,数量,金额\n华北,茶,10,100\n华南,咖啡,20,300\n华北,咖啡,3,90\n';
const المبيعات = 'المنطقة,المنتج,الكمية,المبلغ\nالشمال,شاي,١٠,١٠٠\nالجنوب,قهوة,٢٠,٣٠٠\nالشمال,قهوة,٣,٩٠\n';

const calculator = createCalculator();

/** What the demo's program works out of a table for a question. */
async function workedOut(csv: string, question: string) {
  const { rows, separator } = separatedRows(csv);
  const table = tableIn(rows, separator);
  if (!table) throw new Error('There is no table.');
  const results = calculationsFor(table, question);
  if (results.length === 0) return [];
  const planned = [
    { file: 'table.csv', sheet: null, rows: table.rows.length, sums: table.sums, isPartial: false, results },
  ];
  const given = { columns: table.columns, rows: cellValues(table) };
  const calculated = await calculator.calculate({
    source: tableProgram(planned),
    table: async () => given,
    signal: AbortSignal.timeout(10_000),
  });
  if (!calculated.ok) throw new Error(calculated.problem);
  return withResults(planned, calculated.text).flatMap((one) => one.results);
}

/** The results in short: operation, column, groups or value. */
async function short(csv: string, question: string): Promise<string[]> {
  return (await workedOut(csv, question)).map(({ operation, column, by, where, groups, value }) => {
    const some = where.map((one) => ` of ${one.value}`).join('');
    const each = groups.map((group) => `${group.name} ${group.value}`).join(', ');
    return `${operation}${column ? ` ${column}` : ''}${by ? ` by ${by}` : ''}${some}: ${each || value}`;
  });
}

test.each([
  [
    'Which region sold most?',
    ['highest Amount by Region: South 62.6, North 40, West 30', 'highest Units by Region: South 21, North 15, West 12'],
  ],
  ['Which region sold the most units?', ['highest Units by Region: South 21, North 15, West 12']],
  ['total amount per region', ['sum Amount by Region: South 62.6, North 40, West 30']],
  ['Amount by month', ['sum Amount by Month: January 85, February 45, March 2.6']],
  ['What is the total amount?', ['sum Amount: 132.6']],
  ['average unit price per product', ['average Unit price by Product: Coffee 3, Tea 2.53333333333333']],
  ['How many rows are there?', ['rows: 5']],
  ['How many regions are there?', ['distinct Region: North 1, South 1, West 1']],
  ['How many units were sold in January?', ['sum Units of January: 30']],
  ['How many sales in the South?', ['rows of South: 2']],
  ['What was the total amount of tea in March?', ['sum Amount of March of Tea: 2.6']],
  ['Which product is the most expensive?', ['highest Unit price by Product: Coffee 3, Tea 2.6']],
  ['Which month had the lowest amount?', ['lowest Amount by Month: March 2.6, February 45, January 85']],
  ['What is the unit price of coffee?', ['values Unit price of Coffee: 3 1']],
])('“%s”', async (question, expected) => {
  expect(await short(sales, question)).toEqual(expected);
});

test.each([
  [umsatz, 'Welches Gebiet hat am meisten Umsatz?', 'highest Umsatz by Gebiet: Süd 7000, Nord 2600.45'],
  [umsatz, 'Umsatz pro Produkt', 'sum Umsatz by Produkt: Kaffee 7099.95, Tee 2500.5'],
  [umsatz, 'Wie viel Umsatz hat Nord?', 'sum Umsatz of Nord: 2600.45'],
  [umsatz, 'Wie viele Zeilen?', 'rows: 3'],
  [umsatz, 'durchschnittliche Menge', 'average Menge: 503.333333333333'],
  [销售, '哪个地区的金额最高？', 'highest 金额 by 地区: 华南 300, 华北 190'],
  [销售, '每个地区的总金额', 'sum 金额 by 地区: 华南 300, 华北 190'],
  [销售, '平均金额是多少？', 'average 金额: 163.333333333333'],
  [销售, '有多少行？', 'rows: 3'],
  [销售, '华北的金额是多少？', 'sum 金额 of 华北: 190'],
  [المبيعات, 'مجموع المبلغ لكل منطقة', 'sum المبلغ by المنطقة: الجنوب 300, الشمال 190'],
  [المبيعات, 'كم عدد الصفوف؟', 'rows: 3'],
  [المبيعات, 'كم المبلغ في الشمال؟', 'sum المبلغ of الشمال: 190'],
])('in other languages: %#', async (csv, question, expected) => {
  expect(await short(csv, question)).toEqual([expected]);
});

test.each(['What is this?', 'Summarise this', 'What is the capital of France?', 'How much is the deposit?', ''])(
  'nothing is worked out for “%s”',
  async (question) => {
    expect(await short(sales, question)).toEqual([]);
  },
);

test('rows without a number are counted, and a column without any has no result', async () => {
  const csv = 'Region,Amount\nNorth,1\nSouth,n/a\nWest,2\nEast,3\nNorth,4\nNorth,\n';
  expect(await workedOut(csv, 'total amount')).toMatchObject([{ value: 10, rows: 6, withoutNumber: 2 }]);
  expect(await workedOut(csv, 'How much is the amount of South?')).toEqual([]);
});

const prices = `Item,Price,Region,Note
Tea,"$1,234.50",North,a
Coffee,($5.00),South,b
Cake,$0.10,North,c
Bread,,North,d
Milk,$0.20,West,e
`;

test.each([
  [prices, 'What is the sum of column B?', 'sum Price: 1229.8'],
  [prices, 'sum of column 2', 'sum Price: 1229.8'],
  [prices, 'average of price', 'average Price: 307.45'],
  [prices, 'How many rows where region is North?', 'rows of North: 3'],
  [umsatz, 'Summe der Spalte D', 'sum Umsatz: 9600.45'],
  ['Wert;Anteil\n(1.000,5);x\n2.000;y\n;z\n-0,5;w\n', 'Summe der Spalte A', 'sum Wert: 999'],
  ['A,B\n0.1,1\n0.2,2\n', 'What is the sum of column A?', 'sum A: 0.3'],
  ['Total,Total\n1,5\n2,6\n', 'sum of column B', 'sum Total 2: 11'],
])('columns by their place, and numbers as people write them: %#', async (csv, question, expected) => {
  expect(await short(csv, question)).toEqual([expected]);
});

test('a column of words that is named by its place has no sum', async () => {
  expect(await short(prices, 'What is the sum of column D?')).toEqual([]);
  expect(await short(prices, 'What is the sum of column Z?')).toEqual([]);
});
