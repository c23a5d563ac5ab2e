import { openDatabase } from '@noek/db/open';
import { type RequestFacts, withoutRequest } from './base-context.ts';
import { compose } from './compose.ts';
import type { Ctx } from './context.ts';
import { createDeps } from './deps.ts';
import type { Config } from './settings/config.ts';
import { keepFilesPrivate } from './settings/private-files.ts';

const answersEndWithinMs = 5_000;

/**
 * A context for scripts on this machine, with the operator's rights. It opens the database without taking ownership, so the server
 * may be running. Call `close` at the end.
 */
export async function openSystemContext(config: Config): Promise<{ ctx: Ctx; close(): Promise<void> }> {
  keepFilesPrivate(config);
  const db = await openDatabase(config.databaseUrl, config.postgres);
  await db.migrate();
  const composed = compose(await createDeps(config, { db }));
  const ctx: Ctx = {
    ...composed.deps,
    actor: { kind: 'system' },
    request: requestOfScript(config, 'script'),
    cookies: { set() {} },
  };
  return {
    ctx,
    async close() {
      await composed.close(answersEndWithinMs);
    },
  };
}

/** What verbs know of a request that a script on this machine makes. */
export const requestOfScript = ({ origins }: Pick<Config, 'origins'>, userAgent: string): RequestFacts => ({
  ...withoutRequest({ origins }),
  atThisMachine: true,
  userAgent,
});
