import type { FiguresRange, Provider } from '@noek/contract/admin/figures';

type Refused = Provider['refusals'][number]['what'];

const refused: Record<Refused, (time: string) => string> = {
  tools: (time) => `tools, such as web search and memory. It is asked without them until ${time}.`,
  tools_with_reasoning: (time) => `tools while it reasons. With tools, it is asked not to reason until ${time}.`,
  temperature: (time) => `a temperature. It is asked without one until ${time}.`,
  top_p: (time) => `"top_p". It is asked without it until ${time}.`,
  stop: (time) => `texts at which it stops. It is asked without them until ${time}.`,
  tool_choice: (time) => `to be told which tool to use. It chooses itself until ${time}.`,
  parallel_tool_calls: (time) => `to be told whether to use several tools at once. It chooses itself until ${time}.`,
  max_tokens: (time) => `"max_tokens". It is sent "max_completion_tokens" instead until ${time}.`,
  max_completion_tokens: (time) => `"max_completion_tokens". It is sent "max_tokens" instead until ${time}.`,
  max_output_tokens: (time) => `a limit of its answer's length. It is asked without one until ${time}.`,
  reasoning_effort: (time) => `to be told how much to reason. It chooses itself until ${time}.`,
  reasoning_summary: (time) => `to summarize its reasoning. It is asked without that until ${time}.`,
  include: (time) => `to return its reasoning in encrypted form. It is asked without that until ${time}.`,
  store: (time) => `to be told whether it may store an answer. It is asked without that until ${time}.`,
  stream_options: (time) => `to count its tokens. It is asked without that until ${time}.`,
  system: (time) => `system messages. Their text is part of the person's message until ${time}.`,
  neighbours: (time) => `two messages of the same role in a row. They are sent as one until ${time}.`,
  pictures: (time) => `pictures. It is told their names only until ${time}.`,
};

const number = new Intl.NumberFormat('en-US');

/** The texts of the page of figures. */
export const figuresTexts = {
  loading: 'Loading the figures',
  range: {
    label: 'Period',
    names: { '24h': '24 hours', '7d': '7 days', '30d': '30 days', '90d': '90 days' } satisfies Record<
      FiguresRange,
      string
    >,
  },
  table: { show: 'Show as table', of: (title: string) => `${title}, as a table`, time: { hour: 'Hour', day: 'Day' } },
  none: 'Nothing in this period',
  noValue: '–',
  count: (value: number) => number.format(value),
  seconds: (ms: number) => `${number.format(Math.round(ms / 100) / 10)} s`,
  /** "12 in 7 days." */
  summary: (title: string, value: string) => `${title}: ${value}`,
  total: (value: string, range: string) => `${value} in ${range}`,
  now: (value: string) => `${value} now`,
  latest: { hour: (value: string) => `${value} this hour`, day: (value: string) => `${value} today` },
  charts: {
    signedUp: {
      title: 'New people',
      series: 'Signed up',
      total: (total: string) => `${total} ${total === '1' ? 'account' : 'accounts'} in total`,
    },
    active: { title: 'Active people', series: 'Wrote a message' },
    guests: { title: 'Guests who signed up', series: 'Guests' },
    messages: { title: 'Messages', people: 'From people', guests: 'From guests' },
    models: { title: 'Answers by model' },
    errors: {
      title: 'Failed and cut-off answers',
      interrupted: 'Cut off',
      failed: 'Failed',
      share: (share: string) => `${share} of all answers`,
    },
    firstToken: { title: 'Time to the first word', median: 'Median', p95: '95th percentile' },
    queue: {
      title: 'Answers that waited in the queue',
      series: 'Waited',
      wait: (wait: string) => `${wait} on average`,
    },
    superNoek: { title: 'People on SuperNoek', series: 'SuperNoek' },
    revenue: { title: 'Revenue', note: 'Paid minus refunded', none: 'No payments in this period' },
  },
  providers: {
    loading: 'Loading the model providers',
    heading: 'Providers',
    lead: 'Measured by the server process that answered this page, since it started.',
    answeredBy: (label: string) => `Answers come from: ${label}`,
    none: 'No provider is configured.',
    states: { working: 'Working', resting: 'Resting', trying: 'Trying' } satisfies Record<Provider['state'], string>,
    rests: 'It failed several times in a row and is left out until',
    failures: (count: number) =>
      count === 1 ? '1 failure since its last answer' : `${number.format(count)} failures since its last answer`,
    lastFailure: 'Last failure',
    noFailure: 'No failure since the server started',
    lastAnswer: 'Last answer',
    noAnswer: 'No answer since the server started',
    tryNow: 'Try now',
    tryNowOf: (name: string) => `Try now: ${name}`,
    trying: 'Trying…',
    worked: (name: string) => `${name} answered.`,
    failed: (name: string) => `${name} did not answer.`,
    refused: (model: string, what: Refused, time: string) => `${model} refused ${refused[what](time)}`,
    notTried: 'The provider could not be tried',
  },
} as const;
