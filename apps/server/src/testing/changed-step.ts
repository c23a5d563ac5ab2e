import type { Orm, Step } from '@noek/db/database';

/** A step with another query builder, or whose statements are changed or only watched as they are added. */
export function changedStep(
  step: Step,
  { orm = step.orm, change = (statement) => statement }: { orm?: Orm; change?: ChangeStatement },
): Step {
  return {
    orm,
    add: (statement) => step.add(change(statement)),
    must: (statement, refusal) => step.must(change(statement), refusal),
    check: (check) => step.check(check),
  };
}

type ChangeStatement = <Rows>(statement: PromiseLike<Rows>) => PromiseLike<Rows>;
