import { errorBodySchema, refusals, statusesOf } from '@noek/contract/calls/errors';
import { type Answer, isRawBody, type Operation, refusalsOf } from '@noek/contract/calls/operation';
import { operationsById } from '@noek/contract/operations';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import type { Config } from '../settings/config.ts';

type Described = Pick<Config, 'version' | 'origins'>;
type Document = ReturnType<typeof createDocument>;

const made = new WeakMap<Described, Document>();

/** The REST contract as OpenAPI 3.1. Cached per configuration, because building it takes tens of milliseconds and anyone may request it. */
export function openApiDocument(config: Described): Document {
  const known = made.get(config) ?? describeOperations(config, operationsById);
  made.set(config, known);
  return known;
}

/** The OpenAPI 3.1 document of these calls. `declared`: by their ids. */
export function describeOperations(config: Described, declared: Readonly<Record<string, Operation>>): Document {
  const paths: ZodOpenApiPathsObject = {};
  for (const [operationId, operation] of Object.entries(declared))
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: { operationId, ...describe(operation) },
    };
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Noek', version: config.version },
    servers: [{ url: config.origins.chat }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'noek_session' },
        token: { type: 'http', scheme: 'bearer', description: 'A personal API token. The list names the scope.' },
      },
    },
    paths,
  });
}

function describe(operation: Operation): ZodOpenApiOperationObject {
  const { summary, access, token, params, query, headers, answers } = operation;
  const responses: Record<string, ZodOpenApiResponseObject> = {};
  for (const answer of answers) {
    const status = String(answer.status);
    const described = describeAnswer(answer);
    responses[status] = { ...described, content: { ...responses[status]?.content, ...described.content } };
  }
  const refusedAt = refusalsOf(operation).flatMap((refusal) =>
    statusesOf(refusal.code).map((status) => ({ ...refusal, status })),
  );
  for (const [status, refused] of Map.groupBy(refusedAt, (refusal) => refusal.status))
    responses[String(status)] = {
      description: refused.map(({ code }) => refusals[code].meaning).join('. '),
      content: {
        'application/json': {
          schema: errorBodySchema.extend({
            code: z.enum(refused.map(({ code }) => code)),
            ...Object.assign({}, ...refused.map(({ fields }) => fieldsOf(fields, refused.length > 1))),
          }),
        },
      },
    };
  return {
    summary,
    security:
      access === 'signed-in' || access === 'admin'
        ? [{ session: [] }, ...(token && token !== 'never' ? [{ token: [token] }] : [])]
        : [],
    requestParams: {
      ...(params ? { path: params } : {}),
      ...(query ? { query } : {}),
      ...(headers ? { header: headers } : {}),
    },
    ...describeBody(operation),
    responses,
  };
}

/** A field that only some errors of a status have is optional. */
const fieldsOf = (fields: z.ZodObject | undefined, some: boolean) =>
  fields ? (some ? fields.partial() : fields).shape : {};

function describeAnswer(answer: Answer): ZodOpenApiResponseObject {
  if ('json' in answer) {
    const headers = Object.entries(answer.headers ?? {}).map(
      ([name, description]) => [name, { description, schema: { type: 'string' } }] as const,
    );
    return {
      description: 'Success',
      content: { 'application/json': { schema: answer.json } },
      ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
    };
  }
  if ('events' in answer) {
    const events = Object.entries(answer.events).map(([name, data]) => `${name}: ${data.description ?? ''}`);
    const schema = z.string().describe(`Server-sent events. ${events.join(' ')}`);
    return { description: 'Success', content: { 'text/event-stream': { schema } } };
  }
  if ('file' in answer) return { description: 'Success', content: { [answer.file]: { schema: { type: 'string' } } } };
  return { description: 'redirect' in answer ? `Redirects ${answer.redirect}` : 'Not modified since the given ETag' };
}

function describeBody({ body, example }: Operation): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (!body) return {};
  if (isRawBody(body)) return { requestBody: { content: { [body.mediaType]: { schema: { type: 'string' } } } } };
  const given = example?.body === undefined ? {} : { example: example.body };
  return { requestBody: { content: { 'application/json': { schema: body, ...given } } } };
}
