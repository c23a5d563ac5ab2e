import { textOf } from './values.ts';

// What a product shows as a card (a map, a recipe, a question with buttons) is data without a fixed shape in its export. Whatever it is, its
// words are kept.

/** The names of fields that are for programs: ids, kinds, sizes, addresses of pictures. */
const machineField =
  /^(?:id|uuid|.*(?:_id|_ids|Id|_uuid|_type|Type|_url|_count|_mode)|type|kind|variant|layout|style|format|mode|size|width|height|colou?r|icon|image|images|photo|photos|thumbnail|src|lang|language|locale|version|aspect_ratio|num_.*|lat|lng|latitude|longitude|zoom|timezone|ref|refs|widget_code)$/;

/** Whether the values of a field are for programs. */
export const isMachineField = (name: string): boolean => machineField.test(name);

const titleField = /^(?:title|name|label|heading|question|.*_title)$/;
/** Deeper values are not read: nothing that people see is as deep. */
const maxDepth = 8;

/** The words of a card as Markdown: a title is before what it is about, and items are lists. Empty if there are none. */
export const cardWords = (value: unknown): string =>
  blocksOf(value, 0).reduce((all, block) => {
    if (all === '') return block;
    const goOn = block.startsWith('- ') && /(?:^|\n)- .*$/.test(all);
    return `${all}${goOn ? '\n' : '\n\n'}${block}`;
  }, '');

function blocksOf(value: unknown, depth: number): string[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) {
    // Items with texts of their own are not a plain list.
    if (value.some(isObject)) return value.flatMap((item) => blocksOf(isObject(item) ? item : [item], depth + 1));
    const items = value.map((item) => wordOf(item)).filter((word) => word !== '');
    return items.length === 0 ? [] : [items.map((item) => `- ${item.replace(/\n/g, '\n  ')}`).join('\n')];
  }
  if (!isObject(value)) return [wordOf(value)].filter((word) => word !== '');
  const fields = Object.entries(value as object).filter(([name]) => !isMachineField(name));
  // A line of a list, such as an ingredient: its values belong together.
  if (fields.every(([, one]) => typeof one !== 'object' || one === null)) {
    const words = fields.map(([name, one]) => ({ name, word: wordOf(one, true) })).filter(({ word }) => word !== '');
    if (words.every(({ word }) => word.length < 100 && !word.includes('\n')))
      return words.length === 0 ? [] : [`- ${words.map(({ word }) => word).join(', ')}`];
  }
  const titles = fields.filter(([name, one]) => titleField.test(name) && wordOf(one) !== '');
  const others = fields.filter((field) => !titles.includes(field));
  return [
    ...titles.map(([, one]) => `**${wordOf(one).replace(/\s+/g, ' ').replaceAll('*', '\\*')}**`),
    ...others.flatMap(([, one]) => blocksOf(one, depth + 1)),
  ];
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** A text, unless it is data. `withNumbers`: numbers belong to words beside them, as in "2 eggs". */
function wordOf(value: unknown, withNumbers = false): string {
  if (typeof value === 'number' && withNumbers) return textOf(value);
  const text = typeof value === 'string' ? textOf(value).trim() : '';
  return /^(?:data:|[0-9a-f]{8}-[0-9a-f]{4}-|[\w+/]{200,}={0,2}$)/i.test(text) ? '' : text;
}
