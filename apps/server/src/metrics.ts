import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

type EndedAnswer = {
  row: { status: string };
  model: string | null;
  firstTokenMs: number | null;
  waitedMs: number | null;
};

/** Values that are read only when the numbers are requested. `setAll` replaces the values of a gauge. */
export type Reading = {
  answersRunning: number;
  answersWaiting: number;
  providers: readonly { name: string; state: string; failures: number }[];
  /** null if the database did not answer. */
  database: { pingSeconds: number; connections: { total: number; idle: number; waiting: number } | null } | null;
  outbox: { pending: number; oldestSeconds: number } | null;
};

export type Metrics = {
  /** Notes a request that was answered. `route` is its pattern, never the address. */
  requestEnded(method: string, route: string, status: number, ms: number): void;
  answerEnded(answer: EndedAnswer): void;
  /** All numbers in the text format of Prometheus, with what `read` finds. */
  page(read: () => Promise<Reading>): Promise<{ type: string; text: string }>;
};

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * The numbers of this process for Prometheus. Counting takes about a microsecond. Everything that costs more, such as what Node.js measures
 * about the process, starts with the first request for the numbers.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'noek_http_request_duration_seconds',
    help: 'Time until the head of the response, by route pattern and status. The count is the number of requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.05, 0.25, 1, 5],
    registers,
  });
  const answers = new Counter({
    name: 'noek_answers_total',
    help: 'Answers that ended, by model and outcome.',
    labelNames: ['model', 'outcome'],
    registers,
  });
  const firstToken = new Histogram({
    name: 'noek_answer_first_token_seconds',
    help: 'Time from the message to the first text of its answer, with the time in the queue.',
    buckets: [0.25, 0.5, 1, 2, 4, 8, 15, 30],
    registers,
  });
  const waited = new Histogram({
    name: 'noek_answer_queue_wait_seconds',
    help: 'Time in the queue, of the answers that had to wait.',
    buckets: [0.1, 0.5, 1, 5, 15, 60],
    registers,
  });
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const running = gauge('noek_answers_running', 'Answers that are being made.');
  const waiting = gauge('noek_answers_waiting', 'Answers that wait for a slot.');
  const breaker = gauge(
    'noek_provider_resting',
    'Whether the circuit breaker of a provider is open (1) or closed (0).',
    ['provider'],
  );
  const failures = gauge('noek_provider_failures', 'Failures of a provider since its last answer.', ['provider']);
  const databaseUp = gauge('noek_database_up', 'Whether the database answers (1) or not (0).');
  const ping = gauge('noek_database_ping_seconds', 'How long the database takes for a trivial query.');
  const connections = gauge('noek_database_connections', 'Connections to PostgreSQL, and requests that wait for one.', [
    'state',
  ]);
  const pending = gauge('noek_outbox_pending', 'Mails that wait to be sent.');
  const oldest = gauge('noek_outbox_oldest_seconds', 'Age of the oldest mail that waits to be sent.');
  let collectsDefaults = false;

  function show(reading: Reading): void {
    running.set(reading.answersRunning);
    waiting.set(reading.answersWaiting);
    breaker.reset();
    failures.reset();
    for (const { name, state, failures: count } of reading.providers) {
      breaker.set({ provider: name }, state === 'working' ? 0 : 1);
      failures.set({ provider: name }, count);
    }
    databaseUp.set(reading.database ? 1 : 0);
    if (reading.database) ping.set(reading.database.pingSeconds);
    for (const [state, count] of Object.entries(reading.database?.connections ?? {})) connections.set({ state }, count);
    if (reading.outbox) {
      pending.set(reading.outbox.pending);
      oldest.set(reading.outbox.oldestSeconds);
    }
  }

  return {
    requestEnded(method, route, status, ms) {
      requests.observe({ method: methods.has(method) ? method : 'other', route, status }, ms / 1000);
    },
    answerEnded({ row, model, firstTokenMs, waitedMs }) {
      answers.inc({ model: model ?? 'none', outcome: row.status });
      if (firstTokenMs !== null) firstToken.observe(firstTokenMs / 1000);
      if (waitedMs !== null) waited.observe(waitedMs / 1000);
    },
    async page(read) {
      if (!collectsDefaults) {
        collectsDefaults = true;
        collectDefaultMetrics({ register: registry });
      }
      show(await read());
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
