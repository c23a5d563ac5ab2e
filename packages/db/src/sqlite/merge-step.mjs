/** Pages per step, which take a few milliseconds. The list of one word is merged at once, however long it is. */
const pagesPerStep = 16;

/**
 * Merges a little in a part of the index. `all` begins to merge all lists into one, which the next steps continue. Returns "nothing" if
 * nothing is left to merge, and "failed" if another process is writing or the database is not migrated yet.
 *
 * @param {import('better-sqlite3').Database} client
 * @param {string} table
 * @param {boolean} all
 * @returns {'merged' | 'nothing' | 'failed'}
 */
export function mergeStep(client, table, all) {
  try {
    const changes = () => Number(client.prepare('select total_changes()').pluck().get());
    const before = changes();
    const merge = client.prepare(`insert into ${table} (${table}, rank) values ('merge', ?)`);
    merge.run(BigInt(all ? -pagesPerStep : pagesPerStep));
    // According to FTS5's documentation, a step without work counts as fewer than two changes.
    return changes() - before >= 2 ? 'merged' : 'nothing';
  } catch {
    return 'failed';
  }
}
