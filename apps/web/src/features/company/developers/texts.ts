import type { Access, Place } from '@noek/contract/calls/operation';
import type { TokenAccess } from '@noek/contract/calls/token-scopes';
import type { DeclaredProcedure, operationsByFeature } from '@noek/contract/operations';

const access: Record<Access, string> = {
  anyone: 'Anyone',
  guest: 'Anyone, and a new guest gets a cookie',
  'signed-in': 'Signed-in people',
  admin: 'Administrators',
};
const token: Record<TokenAccess, string> = {
  never: 'no API tokens',
  read: 'API tokens of every scope',
  chat: 'API tokens with the scope `chat` or `all`',
  all: 'API tokens with the scope `all`',
};

const places: Record<Place, string> = {
  params: 'Path',
  query: 'Query',
  headers: 'Headers',
  body: 'Body',
};
const kinds: Record<DeclaredProcedure['type'], string> = {
  query: 'Query',
  mutation: 'Mutation',
  subscription: 'Subscription',
};

/** The headings of the calls. */
const features: Record<keyof typeof operationsByFeature, string> = {
  auth: 'Accounts and sessions',
  tokens: 'Personal API tokens',
  apps: 'Connected apps',
  chat: 'Conversations and guests',
  documents: 'Documents',
  files: 'Files',
  knowledge: 'The knowledge base',
  memory: 'Memories',
  projects: 'Projects',
  prompts: 'Prompts',
  subscription: 'Subscriptions and payments',
  archive: 'Export and import',
  admin: 'Administrators',
  campaigns: 'Emails to many people',
  reports: 'Reports from people',
  webhooks: 'Webhooks',
  config: 'The server',
};

/** The Copy button of an example. Apart from the other texts, because the script of the page needs these alone. */
export const copyCode = { action: 'Copy', done: 'Copied', what: ' the code' } as const;

/** The texts of the developers' pages, apart from the reference. */
export const developerTexts = {
  pages: {
    guide: {
      name: 'Guide',
      title: 'Developers · Noek',
      heading: 'Developers',
      description:
        'Call Noek from your own programs: personal API tokens, streamed answers, a typed client, and the rules for every call.',
    },
    rest: {
      name: 'REST calls',
      title: 'REST calls · Noek for developers',
      heading: 'REST calls',
      description:
        'Every REST call of Noek: method and path, who may call it, its input, its responses, its errors and its limits.',
    },
    procedures: {
      name: 'Typed procedures',
      title: 'Typed procedures · Noek for developers',
      heading: 'Typed procedures',
      description: 'Every typed procedure of Noek for TypeScript programs: who may call it, its input and its result.',
    },
    programs: {
      name: 'Programs',
      title: 'Programs · Noek for developers',
      heading: 'Noek in other programs',
      description:
        "Reach Noek from editors, notebooks and scripts: OpenAI's protocol, MCP, the noek command, the typed client, webhooks and connected apps.",
    },
  },
  lead: {
    guide: 'Five minutes from a token to a streamed answer, with curl and with fetch.',
    rest: (calls: number) =>
      `The ${calls} calls of the REST API. The same declarations check each request and make this page.`,
    procedures: (procedures: number) =>
      `The ${procedures} procedures for TypeScript programs. They do what the REST calls do, and more.`,
    programs: "OpenAI's protocol, MCP, the noek command, the typed client, webhooks, and apps that people connect.",
  },
  openApi: 'OpenAPI 3.1 document',
  pagesNavigation: 'Developers',
  contents: 'Contents',
  wholeSection: 'The whole section',
  sections: { notes: 'Notes', shapes: 'Shapes', reading: 'How they work' },
  shapesLead: 'The objects in requests and responses. `DateTime` is a string: ISO 8601 in UTC with milliseconds.',
  features,
  places,
  kinds,
  input: 'Input',
  noInput: 'Nothing',
  response: 'Response',
  redirects: (to: string) => `Redirects ${to}.`,
  unchanged: 'Unchanged since the given ETag.',
  atMost: (size: string) => `At most ${size}.`,
  signed: 'Read byte for byte, because it is signed.',
  example: 'Example',
  errors: 'Errors',
  optional: 'optional',
  headers: 'With the header',
  eventStream: 'An [event stream](api.md#event-streams), if the header `Accept` asks for one.',
  stream: 'A stream of events.',
  mayCall: (callers: { access: Access; token: TokenAccess }) =>
    callers.token === 'never'
      ? `${access[callers.access]}; ${token.never}.`
      : `${access[callers.access]}, and ${token[callers.token]}.`,
  whoMayCall: 'Access',
  languages: {
    sh: 'Shell',
    js: 'JavaScript',
    ts: 'TypeScript',
    python: 'Python',
    json: 'JSON',
    text: 'Text',
  } as Record<string, string>,
  table: 'Table',
} as const;
