import type { Import } from './read-imports.ts';

/** These files may not import these files and packages. Patterns as in `.gitignore`: the last one that matches decides. */
export type Ban = {
  from: readonly string[];
  to: readonly string[];
  /** An import of this name alone is allowed. */
  exceptName?: string;
  why: string;
};

/** The rooms of a folder: the folders in it, and `*.ts` for the files beside them. Each may import only those after it. */
export type Order = {
  folder: string;
  rooms: readonly string[];
  /** Whether it also holds for tests. */
  tests?: boolean;
};

/** An import against an order, with the reason. */
export type ArrowUp = { from: string; to: string; why: string };

export type Rules = {
  bans: readonly Ban[];
  orders: readonly Order[];
  arrowsUp: readonly ArrowUp[];
};

/** Whether a file is a test, or there for tests alone. */
const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$|\/(testing|e2e|whole-process)\/|^vitest\//.test(file);

/** What is wrong with these imports, one sentence per finding. */
export function findings(imports: readonly Import[], rules: Rules): string[] {
  return [
    ...rules.bans.flatMap((ban) => banned(imports, ban)),
    ...rules.orders.flatMap((order) => againstOrder(imports, order, rules.arrowsUp)),
    ...circlesOfFiles(imports),
    ...circlesOfRooms(imports, rules.arrowsUp),
  ];
}

const arrow = ({ from, line, to }: Import) => `${from}:${line} → ${to}`;

function banned(imports: readonly Import[], { from, to, exceptName, why }: Ban): string[] {
  const isFrom = remembered(matcher(from));
  const isTo = remembered(matcher(to));
  const isExcept = (names: string) =>
    exceptName !== undefined && new RegExp(`^type \\{ ${exceptName} \\}$`).test(names);
  return imports
    .filter((one) => isTo(one.to) && isFrom(one.from) && !isExcept(one.names))
    .map((one) => `${arrow(one)}: ${why}`);
}

function againstOrder(imports: readonly Import[], { folder, rooms, tests }: Order, up: readonly ArrowUp[]): string[] {
  const place = (file: string) => rooms.indexOf(roomOf(folder, file, rooms));
  return imports
    .filter(({ from, to }) => inside(folder, from) && inside(folder, to) && (tests || !isTest(from)))
    .filter((one) => place(one.to) >= 0 && place(one.to) < place(one.from) && !isArrowUp(one, up))
    .map((one) => {
      const [from, to] = [roomOf(folder, one.from, rooms), roomOf(folder, one.to, rooms)];
      return `${arrow(one)}: ${from} may not import ${to}. Order of ${folder}: ${rooms.join(' → ')}`;
    });
}

const inside = (folder: string, file: string) => file.startsWith(`${folder}/`);

const isArrowUp = (one: Import, up: readonly ArrowUp[]) =>
  up.some(({ from, to }) => from === one.from && to === one.to);

/** The folder or file right in a folder that has this file. Files that no order names are one room. */
function roomOf(folder: string, file: string, rooms: readonly string[]): string {
  const [room = '', ...rest] = file.slice(folder.length + 1).split('/');
  return rest.length > 0 || rooms.includes(room) ? room : '*.ts';
}

/** Rooms that an order must name and does not, and those that it names although they do not exist. */
export function roomsOutsideOrders(files: Iterable<string>, orders: readonly Order[]): string[] {
  const all = [...files];
  return orders.flatMap(({ folder, rooms, tests }) => {
    const present = new Set(
      all.filter((file) => inside(folder, file) && (tests || !isTest(file))).map((file) => roomOf(folder, file, rooms)),
    );
    return [
      ...[...present].filter((room) => !rooms.includes(room)).map((room) => `${folder}: ${room} has no place`),
      ...rooms.filter((room) => !present.has(room)).map((room) => `${folder}: ${room} does not exist`),
    ];
  });
}

function circlesOfFiles(imports: readonly Import[]): string[] {
  const graph = new Graph();
  for (const one of imports) graph.add(one.from, one.to, one);
  return graph.circles().map((circle) => `Files in a circle: ${graph.shortest(circle).map(arrow).join(', ')}`);
}

/** Each import is an arrow between two rooms of the deepest folder that has both files. */
function graphsOfRooms(imports: readonly Import[], up: readonly ArrowUp[]): Map<string, Graph> {
  const graphs = new Map<string, Graph>();
  for (const one of imports) {
    if (isTest(one.from) || isTest(one.to) || one.from.endsWith('.gen.ts') || isArrowUp(one, up)) continue;
    const [from, to] = [one.from.split('/'), one.to.split('/')];
    let depth = 0;
    while (depth < from.length - 1 && from[depth] === to[depth]) depth++;
    const [a, b] = [from[depth], to[depth]];
    if (depth === 0 || a === undefined || b === undefined) continue;
    const folder = from.slice(0, depth).join('/');
    const graph = graphs.get(folder) ?? new Graph();
    graphs.set(folder, graph.add(a, b, one));
  }
  return graphs;
}

function circlesOfRooms(imports: readonly Import[], up: readonly ArrowUp[]): string[] {
  return [...graphsOfRooms(imports, up)].flatMap(([folder, graph]) =>
    graph.circles().map((circle) => {
      const way = graph.shortest(circle).map(arrow).join(', ');
      return `Rooms of ${folder} in a circle (${circle.join(', ')}): ${way}`;
    }),
  );
}

/** Nodes and the imports between them. */
class Graph {
  readonly #next = new Map<string, Map<string, Import>>();

  add(from: string, to: string, one: Import): this {
    const next = this.#next.get(from) ?? new Map<string, Import>();
    this.#next.set(from, next);
    if (!next.has(to)) next.set(to, one);
    return this;
  }

  /** Groups of nodes that reach each other (Tarjan). A node that imports itself is no circle. */
  circles(): string[][] {
    const index = new Map<string, number>();
    const low = new Map<string, number>();
    const stack: string[] = [];
    const found: string[][] = [];
    const visit = (node: string): number => {
      const own = index.size;
      index.set(node, own);
      let lowest = own;
      stack.push(node);
      for (const next of this.#next.get(node)?.keys() ?? [])
        if (!index.has(next)) lowest = Math.min(lowest, visit(next));
        else lowest = Math.min(lowest, low.get(next) ?? index.get(next) ?? own);
      low.set(node, lowest);
      if (lowest === own) {
        const group = stack.splice(stack.indexOf(node));
        for (const member of group) low.set(member, Number.POSITIVE_INFINITY);
        if (group.length > 1) found.push(group.sort());
      }
      return lowest;
    };
    for (const node of this.#next.keys()) if (!index.has(node)) visit(node);
    return found;
  }

  /** The imports of a shortest way from the first node of a group back to it. */
  shortest([start = '', ...others]: readonly string[]): Import[] {
    const group = new Set([start, ...others]);
    const ways = new Map<string, Import[]>([[start, []]]);
    for (const [node, way] of ways)
      for (const [next, one] of this.#next.get(node) ?? []) {
        if (next === start && node !== start) return [...way, one];
        if (group.has(next) && !ways.has(next)) ways.set(next, [...way, one]);
      }
    return [];
  }
}

/** Whether a path matches patterns with `*`, `**` and `{a,b}`. The last pattern that matches decides; `!` takes out. */
function matcher(patterns: readonly string[]): (path: string) => boolean {
  const expressions = patterns.map((pattern) => ({
    takesOut: pattern.startsWith('!'),
    expression: new RegExp(
      `^${pattern.replace(/^!/, '').replace(/\*\*\/|\*\*|[*{},.]/g, (sign) => signs[sign] ?? '')}$`,
    ),
  }));
  return (path) => expressions.findLast(({ expression }) => expression.test(path))?.takesOut === false;
}
const signs: Record<string, string> = {
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
  '{': '(?:',
  '}': ')',
  ',': '|',
  '.': '\\.',
};

/** The same function, which computes each answer once. */
function remembered(test: (path: string) => boolean): (path: string) => boolean {
  const answers = new Map<string, boolean>();
  return (path) => {
    const answer = answers.get(path) ?? test(path);
    answers.set(path, answer);
    return answer;
  };
}
