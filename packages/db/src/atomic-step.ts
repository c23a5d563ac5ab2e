import type { Orm, Statement, StatementResult, Step } from './database.ts';

/** The step that an engine passes to the `build` of one attempt of `atomic`, and then runs. */
export class AtomicStep implements Step {
  readonly orm: Orm;
  readonly #added: Added<unknown>[] = [];
  readonly #checks: (() => void)[] = [];
  #runs = false;

  constructor(orm: Orm) {
    this.orm = orm;
  }

  add<Rows>(statement: PromiseLike<Rows>): StatementResult<Rows> {
    this.#requireBuilding();
    const added = new Added(statement);
    this.#added.push(added);
    return added;
  }

  must<Rows extends readonly unknown[]>(statement: PromiseLike<Rows>, refusal: () => Error): StatementResult<Rows> {
    const added = this.add(statement);
    this.check(() => {
      if (added.rows.length === 0) throw refusal();
    });
    return added;
  }

  check(check: () => void): void {
    this.#requireBuilding();
    this.#checks.push(check);
  }

  /** Runs the statements in order and then the checks, with an engine whose statements have their rows at once. */
  runSync(execute: (statement: Statement) => unknown): void {
    this.#runs = true;
    for (const added of this.#added) added.keep(execute(added.statement));
    for (const check of this.#checks) check();
  }

  /** The same with an engine whose statements are awaited. */
  async run(): Promise<void> {
    this.#runs = true;
    for (const added of this.#added) added.keep(await added.statement);
    for (const check of this.#checks) check();
  }

  #requireBuilding(): void {
    if (this.#runs) throw new Error('A statement or a check was added to a step that runs already.');
  }
}

class Added<Rows> implements StatementResult<Rows> {
  readonly statement: PromiseLike<Rows>;
  #rows: Rows | undefined;
  #hasRun = false;

  constructor(statement: PromiseLike<Rows>) {
    this.statement = statement;
  }

  get rows(): Rows {
    if (!this.#hasRun) throw new Error('The rows of a statement were read before it has run.');
    return this.#rows as Rows;
  }

  keep(rows: Rows): void {
    this.#rows = rows;
    this.#hasRun = true;
  }
}
