import { keyProviders } from '@noek/contract/config/key-providers';
import type { Setting } from './config.ts';

/** What docs/settings.md says about a setting: what it does, in Markdown, and its default where the schema has none. */
type Note = { effect: string; default?: string };

const notesOfKeyProviders: { [Name in Setting]?: Note } = Object.fromEntries(
  keyProviders.flatMap(({ prefix, name }) => [
    [`${prefix}_API_KEY`, { effect: `The key of ${name}. It alone adds this provider` }],
    [`${prefix}_BASE_URL`, { effect: 'Its address' }],
    [
      `${prefix}_MODEL`,
      { effect: 'The model that answers, instead of [the one that is picked](models.md#a-providers-key)' },
    ],
  ]),
);

/** The groups of docs/settings.md, in the order of that file and of .env.example. */
export const settingGroups: readonly { title: string; settings: { [Name in Setting]?: Note } }[] = [
  {
    title: 'Addresses',
    settings: {
      NODE_ENV: {
        effect:
          '`production` requires the settings marked **P**, listens on every address, turns off `/dev/inbox`, test login and redirects to localhost, and refuses IP addresses as hosts',
      },
      PORT: { effect: 'One port for all three hosts' },
      HOST: { effect: 'The address to listen on', default: '`127.0.0.1`; in production `0.0.0.0`' },
      PROCESS_HOST: {
        effect:
          'With several processes on one PostgreSQL: the private address at which the others reach this one, for answers that people read at another process than the one that makes them. Without it, only processes on the same machine reach it, and the others read the answers from the database, which takes longer',
        default: '`127.0.0.1`',
      },
      PROCESS_PORT: { effect: 'The port of `PROCESS_HOST`; 0 for any free one' },
      CHAT_ORIGIN: {
        effect: 'Where people chat. The three origins must have different hosts, without `www.`',
        default: '`http://chat.noek.localhost:PORT`',
      },
      AUTH_ORIGIN: {
        effect: 'Where people sign in, and where links in mails lead',
        default: '`http://auth.noek.localhost:PORT`',
      },
      COMPANY_ORIGIN: { effect: 'The company site', default: '`http://noek.localhost:PORT`' },
      TRUST_PROXY: {
        effect:
          'Comma-separated addresses and CIDR ranges of proxies whose `X-Forwarded-For` is trusted, and without which everybody behind a proxy counts as one caller; see [the proxy](production.md#3-the-tls-proxy). Production refuses ranges wider than `10.0.0.0/8` or `fc00::/7`',
      },
    },
  },
  {
    title: 'Data',
    settings: {
      DATA_DIR: {
        effect:
          'The folder of the SQLite file, the generated secret, archives of exports and the development inbox. It is created if missing. Only its owner can read the files',
      },
      DATABASE_URL: {
        effect: '`file:PATH` for SQLite, `postgres://…` for [PostgreSQL](production.md#4-the-database)',
        default: '`file:DATA_DIR/noek.db`',
      },
      DATABASE_DIRECT_URL: {
        effect:
          'The address of PostgreSQL itself, for LISTEN and migrations, if `DATABASE_URL` is that of a [pooler in transaction mode](operations.md#postgresql)',
        default: '`DATABASE_URL`',
      },
      DATABASE_POOL_SIZE: {
        effect:
          'The most connections of a process to `DATABASE_URL`. One more listens, and a start has another one for migrations: N processes need N × (size + 1), and N more while they start',
      },
      APP_SECRET: {
        effect:
          'At least 16 characters, the same for all processes. The key for hashed rate limits and network allowances, for signed cookies (known devices, a sign-in with Google or a company in progress), for encrypting mails until they are sent, and for authenticator apps, recovery codes and the refresh tokens of companies. Changing it resets all of these and discards unsent mails. It signs nobody out, but people with an authenticator app can no longer sign in with a code: an administrator has to remove it for them',
        default: 'generated once, stored in `DATA_DIR/app-secret`',
      },
    },
  },
  {
    title: 'People',
    settings: {
      PASSKEY_RP_ID: {
        effect:
          'The host for which passkeys are made, with its subdomains: the host of `AUTH_ORIGIN` or a parent of it. A passkey works only for the host that it was made for, so changing this loses all of them. Pages of our other hosts may use it, too, in browsers that read `/.well-known/webauthn` of that host',
        default:
          'the longest common parent of the three hosts that is no public suffix, otherwise the host of `AUTH_ORIGIN`',
      },
      ADMIN_SECOND_FACTOR: {
        effect:
          '`required`: administrators need an authenticator app, or have to sign in with a passkey. Until then, the pages for administrators only show how to set up an app. Their own chats stay open',
      },
      ADMIN_EMAIL: { effect: 'The account with this address becomes an administrator when the address is verified' },
      SUPPORT_EMAIL: { effect: 'The address for support that people are shown' },
      DONATION_URL: { effect: 'Where the donation link leads. Without it there is no such link' },
      GUEST_MESSAGE_LIMIT: { effect: 'Messages per guest in any 24 hours' },
      GUEST_IP_DAILY_LIMIT: {
        effect:
          'Messages of all guests on one network (an IPv4 address or an IPv6 /64) in any 24 hours; ten times as many per IPv6 /48',
      },
      ALLOW_LOCALHOST_RETURN: {
        effect: 'Whether a sign-in may redirect to a page on localhost',
        default: '`false`; always on outside production',
      },
      ENABLE_TEST_LOGIN: {
        effect: 'Sign-in as a fixed demo user, only from this machine. With `true`, production refuses to start',
        default: '`true`; in production `false`',
      },
      GOOGLE_CLIENT_ID: {
        effect: 'Sign-in with Google; set both. See [Sign-in with Google](production.md#7-sign-in-with-google)',
      },
      GOOGLE_CLIENT_SECRET: { effect: 'The secret of this client' },
      GOOGLE_OIDC_ISSUER: {
        effect: 'Another OpenID Connect issuer, which must support discovery. http is allowed only on this machine',
        default: '`https://accounts.google.com`',
      },
      OIDC_PROVIDERS: {
        effect:
          'A JSON list of the identity providers of companies, each with a button on the sign-in page, their domains and groups of administrators; see [company sign-in](company-sign-in.md)',
        default: 'none',
      },
      ONLY_OIDC: {
        effect:
          '`true` switches sign-up, passwords, passkeys and Google off, so that people sign in with a provider of `OIDC_PROVIDERS` only. The password of the last administrator is still accepted; see [only the company](company-sign-in.md#only-the-company)',
      },
    },
  },
  {
    title: 'Mail',
    settings: {
      SMTP_URL: {
        effect:
          '`smtp://` or `smtps://`, with user and password. Options of nodemailer can be added as a query (`?requireTLS=true`)',
        default: 'mail stays at `/dev/inbox`',
      },
      MAIL_FROM: { effect: 'The sender of every mail. Its domain is also used for Message-IDs' },
      CAMPAIGN_MAILS_PER_SECOND: {
        effect:
          'How many [emails to many people](operations.md#emails-to-many-people) all processes together send per second. Ask your mail service what it allows',
      },
    },
  },
  {
    title: 'Payments',
    settings: {
      STRIPE_SECRET_KEY: {
        effect:
          'Payments with [Stripe](production.md#8-payments-with-stripe); set the four together. Without them nothing can be bought in production; elsewhere a built-in sandbox takes Stripe’s test cards, and no money',
        default: 'the sandbox; in production no payments',
      },
      STRIPE_PUBLISHABLE_KEY: { effect: 'The key for pages' },
      STRIPE_WEBHOOK_SECRET: { effect: 'The secret that signs Stripe’s deliveries' },
      STRIPE_PRICE_ID: { effect: 'The monthly price of SuperNoek' },
      STRIPE_API_URL: {
        effect: 'Another host that answers as Stripe does, for tests. http is allowed only on this machine',
        default: '`https://api.stripe.com`',
      },
    },
  },
  {
    title: 'Web search',
    settings: {
      WEB_SEARCH_URL: {
        effect:
          'A SearXNG instance, with `json` among its formats. Services are asked in the order of these rows, each if the one before fails; see [web search](operations.md#web-search)',
        default: 'Wikipedia; with the built-in demo, the pages at `/help`',
      },
      BRAVE_API_KEY: { effect: 'Adds Brave Search' },
      TAVILY_API_KEY: { effect: 'Adds Tavily' },
      WEB_FETCH_PRIVATE: {
        effect:
          '`true` lets search open pages of private and loopback addresses, on any port, for a search inside your own network, and reads the descriptions of [connected apps](connected-apps.md) there. The server warns about it when it starts',
      },
    },
  },
  {
    title: 'Connected apps',
    settings: {
      OAUTH_REGISTRATION: {
        effect:
          '`true` lets apps [register themselves](mcp.md#programs-that-sign-in-in-the-browser) to be connected, for MCP clients that publish no description. Anybody can then register one; nothing is allowed until a person says so',
      },
    },
  },
  {
    title: 'Webhooks',
    settings: {
      WEBHOOKS_PRIVATE: {
        effect:
          '`true` lets [webhooks](webhooks.md) send to private and loopback addresses, on any port, for receivers inside your own network. Everybody with an account can then make the server send requests there. The server warns about it when it starts',
      },
    },
  },
  {
    title: 'The knowledge base',
    settings: {
      GOOGLE_SERVICE_ACCOUNT_JSON: {
        effect:
          'A Google document as the [knowledge base](operations.md#knowledge-base): the JSON key of a service account, as its text or as the path of the file; set both. A key that cannot be used does not keep the server from starting; the page Knowledge Base says what is wrong',
      },
      GOOGLE_DOC_ID: { effect: 'The id or the address of the document' },
      GOOGLE_API_URL: {
        effect:
          'Another host that answers as Google Docs and Drive do, for tests. http is allowed only on this machine',
        default: 'Google’s own hosts',
      },
      KNOWLEDGE_DIR: {
        effect:
          'A folder of Markdown files as the [knowledge base](operations.md#knowledge-base), if no Google document is set up',
      },
    },
  },
  {
    title: 'Files',
    settings: {
      FILES_S3_URL: {
        effect:
          'An S3 service that keeps [files in chats](operations.md#files-in-chats), exports and uploads of imports; set the five together. Processes on [several machines](production.md#several-machines) need it or a shared folder',
        default: '`DATA_DIR/files`',
      },
      FILES_S3_BUCKET: { effect: 'The bucket, which must exist' },
      FILES_S3_REGION: { effect: 'Its region; `us-east-1` for most services other than Amazon’s' },
      FILES_S3_KEY: { effect: 'The id of an access key that may read, write, list and delete in the bucket' },
      FILES_S3_SECRET: { effect: 'The secret of this key' },
      OCR: {
        effect: 'Whether the text of scanned pages, and of pictures on “Read text”, is recognised: `on` or `off`',
      },
      OCR_LANGUAGES: {
        effect:
          'The languages that are recognised, as Tesseract names them, the most likely first: `eng,deu`. Each needs its [data](operations.md#scans)',
      },
    },
  },
  {
    title: 'Models',
    settings: {
      AI_PROVIDERS: {
        effect:
          'A JSON list of OpenAI-compatible providers, tried in this order, with the models that people can choose, their context windows, [the protocol](models.md#two-protocols) and whether they [take pictures](models.md#pictures); see [model providers](architecture.md#model-providers). It replaces the keys below',
        default: 'the keys below; without any, [a model on this machine](models.md)',
      },
      ...notesOfKeyProviders,
      LOCAL_MODEL_PORTS: {
        effect: 'Names and ports of the model servers on this machine that are looked for without a provider',
        default: '`Ollama:11434,LM Studio:1234,llama.cpp:8080,vLLM:8000`',
      },
      MOST_PROMPT_TOKENS: {
        effect:
          "How many tokens of a model's context window a message may use, its answer included, for guests and the Basic plan",
      },
      MOST_PROMPT_TOKENS_PREMIUM: { effect: 'The same for SuperNoek and administrators' },
      MAX_CONCURRENT_GENERATIONS: {
        effect:
          'Answers that one process generates at once. More answers wait in a queue, with SuperNoek and administrators first. While twice as many people wait, further messages are refused with 503 and `Retry-After`',
      },
    },
  },
  {
    title: 'Operation',
    settings: {
      LOG_LEVEL: { effect: '`trace`, `debug`, `info`, `warn`, `error` or `silent`; see [the log](operations.md#logs)' },
      METRICS_TOKEN: {
        effect:
          'The bearer token with which another machine may read [/metrics](operations.md#metrics), at least 16 characters. Without it, only this machine may',
      },
      APP_VERSION: { effect: 'The version shown to people and returned by `/api/version`' },
    },
  },
];
