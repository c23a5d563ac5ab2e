import { type Node, parse } from 'acorn';

/** What a program is told that cannot be parsed: the reason, and its line from 1. */
export class ProgramSyntaxError extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.name = 'SyntaxError';
    this.line = line;
  }
}

/** The operators that are calculated exactly, and the functions of the guest that do it (`guest-functions.ts`). */
const exactOperators: Readonly<Record<string, string>> = {
  '+': '$add',
  '-': '$subtract',
  '*': '$multiply',
  '/': '$divide',
  '%': '$remainder',
  '**': '$power',
};

type AnyNode = Node & Record<string, unknown>;

/**
 * A program in JavaScript as the body of an async function that returns the value of its last expression, or of the last variable that it
 * declares. Arithmetic becomes calls of functions that calculate in decimals: 0.1 + 0.2 is 0.3. Lines stay where they are. Throws
 * ProgramSyntaxError.
 */
export function exactProgram(source: string): string {
  const { body } = parsed(source);
  const last = body.findLast(({ type }) => type !== 'EmptyStatement');
  if (!last) return source;
  const before = new Exact(source).text(0, last.start, body.slice(0, body.indexOf(last)));
  return `${before}${lastStatement(source, last)}${source.slice(last.end)}`;
}

function lastStatement(source: string, last: AnyNode): string {
  const exact = new Exact(source);
  const text = exact.text(last.start, last.end, [last]);
  if (last.type === 'ExpressionStatement') return `return (${exact.of(last.expression as AnyNode)}\n);`;
  if (last.type !== 'VariableDeclaration') return text;
  const declared = (last.declarations as AnyNode[]).at(-1)?.id as AnyNode | undefined;
  return declared?.type === 'Identifier' ? `${text}; return ${String(declared.name)};` : text;
}

function parsed(source: string): { body: AnyNode[] } {
  try {
    return parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowReturnOutsideFunction: true,
      // The text between two operands may have their parentheses.
      preserveParens: true,
    }) as unknown as { body: AnyNode[] };
  } catch (error) {
    if (error instanceof RangeError) throw new ProgramSyntaxError('The program is nested too deeply', 1);
    if (!(error instanceof SyntaxError)) throw error;
    const { loc } = error as SyntaxError & { loc?: { line: number } };
    throw new ProgramSyntaxError(error.message.replace(/ \(\d+:\d+\)$/, ''), loc?.line ?? 1);
  }
}

/** Writes parts of a source with its arithmetic replaced. */
class Exact {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** The source between two places, in which these nodes lie in order. */
  text(from: number, to: number, nodes: readonly AnyNode[]): string {
    let at = from;
    let text = '';
    for (const node of nodes) {
      text += this.#source.slice(at, node.start) + this.of(node);
      at = node.end;
    }
    return text + this.#source.slice(at, to);
  }

  of(node: AnyNode): string {
    const { type, left, right, operator } = node as unknown as BinaryNode;
    if (type === 'BinaryExpression') {
      const exact = exactOperators[operator];
      if (exact) return this.#call(exact, left, right);
    }
    if (type === 'AssignmentExpression' && operator !== '=') {
      const exact = exactOperators[operator.slice(0, -1)];
      if (exact && left.type === 'Identifier') return `${String(left.name)} = ${this.#call(exact, left, right)}`;
      if (exact && left.type === 'MemberExpression' && (left.object as AnyNode).type !== 'Super')
        return this.#change(exact, left, right);
    }
    if (type === 'Literal' && typeof node.value === 'number' && isUnsafe(node.value)) return this.#integer(node);
    return this.text(node.start, node.end, partsOf(node));
  }

  #call(name: string, left: AnyNode, right: AnyNode): string {
    return `${name}(${this.of(left)},${this.#lines(left.end, right.start)}${this.of(right)})`;
  }

  /** `a[b] += c`: both `a` and `b` are evaluated once. */
  #change(name: string, left: AnyNode, right: AnyNode): string {
    const object = left.object as AnyNode;
    const property = left.property as AnyNode;
    const key = left.computed ? this.of(property) : JSON.stringify(property.name);
    const gap = this.#lines(object.end, property.start) + this.#lines(property.end, right.start);
    return `$change(${this.of(object)},${key},${name},${gap}${this.of(right)})`;
  }

  /** An integer that no number can be: all of its digits count. */
  #integer(node: AnyNode): string {
    const digits = this.#source.slice(node.start, node.end).replaceAll('_', '');
    return /^\d+$/.test(digits) ? `$integer("${digits}")` : digits;
  }

  /** The line breaks between two places. */
  #lines(from: number, to: number): string {
    return this.#source.slice(from, to).replace(/[^\n]/g, '');
  }
}

type BinaryNode = { type: string; left: AnyNode; right: AnyNode; operator: string };

const isUnsafe = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

/** The nodes in a node, in the order in which they are written. */
function partsOf(node: AnyNode): AnyNode[] {
  // The name in `{ a }` is key and value, and a name in `{ a = 1 }` is the pattern's.
  const fields = node.type === 'Property' && node.shorthand ? [node.value] : Object.values(node);
  return fields
    .flat()
    .filter(
      (value): value is AnyNode => typeof value === 'object' && value !== null && 'type' in value && 'start' in value,
    )
    .toSorted((a, b) => a.start - b.start);
}
