const section = (n: number) => `## ${n}. How a queue keeps its promises

A queue that loses nothing writes **before** it answers: the message, who may take it, and until when. Everything else, as
*retries* and \`visibility timeouts\`, follows from that one rule, see [the manual](https://example.com/queues/${n}). With
$\\lambda$ arrivals a second and a service rate of $\\mu$, the load is $\\rho = \\lambda / \\mu$.

- Write the row and its state in **one** step, so that a crash leaves either both or neither.
- Take work with a single conditional update; two workers that race then never get the same row.
  - The one that loses sees *zero* rows changed and goes on with the next.
  - A lease that ran out counts as free.
- Answer only when the write is on disk: \`synchronous = FULL\` costs less than people think.

$$
L = \\frac{\\rho}{1 - \\rho}, \\qquad W = \\frac{1}{\\mu - \\lambda}
$$

\`\`\`ts
/** Takes the next job, or null when there is none. */
export async function takeJob(db: Database, worker: string, now: Date): Promise<Job | null> {
  const [job] = await db
    .update(jobs)
    .set({ takenBy: worker, takenUntil: new Date(now.getTime() + 30_000), attempt: ${n} })
    .where(and(eq(jobs.state, 'waiting'), lt(jobs.notBefore, now)))
    .returning();
  return job ?? null; // the caller finishes it
}
\`\`\`

| Rule | What it costs | What it saves |
|---|---:|---|
| One write | 0.2 ms | the message |
| A lease of 30 s | 1 row | the worker that died |
| At most ${n} tries | a counter | the queue behind it |

1. Start with one process and one table; measure before there are more.
2. Give every job a key of its own, and let the same key do nothing the second time.
3. When the answer is that $p_0 = 1 - \\rho$ is small, add a worker, not a queue.

> The network may repeat itself. The database must not.

`;

const answer = Array.from({ length: 9 }, (_, index) => section(index + 1)).join('');

const charactersPerToken = 4;

/** An answer of about 4,000 tokens as a model writes it: prose, lists, tables, code and some mathematics. */
export const tokens = answer.match(new RegExp(`[\\s\\S]{1,${charactersPerToken}}`, 'g')) ?? [];
