import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import { buildGenerator, type Definition, getProgramFromFiles } from 'typescript-json-schema';

export type ShapeName = (typeof shapeNames)[number];

/** The types of stripe-shapes.ts that tests check. */
const shapeNames = [
  'Charge',
  'ChargeListParams',
  'ChargeRetrieveParams',
  'Customer',
  'CustomerCreateParams',
  'CustomerDeleteParams',
  'CustomerUpdateParams',
  'DeletedCustomer',
  'Dispute',
  'DisputeListParams',
  'EventBase',
  'Invoice',
  'InvoiceListParams',
  'InvoicePayParams',
  'PaymentIntent',
  'PaymentIntentRetrieveParams',
  'PaymentMethod',
  'RawError',
  'Refund',
  'SetupIntent',
  'SetupIntentCreateParams',
  'SetupIntentRetrieveParams',
  'Subscription',
  'SubscriptionCancelParams',
  'SubscriptionCreateParams',
  'SubscriptionListParams',
  'SubscriptionRetrieveParams',
  'SubscriptionUpdateParams',
] as const;

/** What is wrong with a value by a type of Stripe's SDK: one line per problem. `isForm`: its values are text. */
type StripeSchemas = { problems(name: ShapeName, value: unknown, options?: { isForm?: boolean }): string[] };

type Definitions = Record<string, Definition>;

let generated: StripeSchemas | null = null;

/**
 * JSON schemas of the installed SDK's own types. Generating them takes seconds, so they are kept in node_modules/.cache until the SDK or
 * these files change.
 */
export function stripeSchemas(): StripeSchemas {
  if (!generated) {
    generated = compile(readCached() ?? generate());
    // The first check of a type compiles it, and most of the others with it. Hooks have more time for that than tests.
    for (const isForm of [false, true]) generated.problems('Subscription', {}, { isForm });
  }
  return generated;
}

const shapesFile = fileURLToPath(new URL('stripe-shapes.ts', import.meta.url));
const cacheFolder = fileURLToPath(new URL('../../../../node_modules/.cache/noek-stripe-schemas', import.meta.url));

/** The path of the SDK has its version in it. */
function cacheFile(): string {
  const parts = [import.meta.resolve('stripe'), readFileSync(shapesFile), readFileSync(fileURLToPath(import.meta.url))];
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return join(cacheFolder, `${hash.digest('hex')}.json`);
}

function readCached(): Definitions | null {
  const file = cacheFile();
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Definitions) : null;
}

function generate(): Definitions {
  const program = getProgramFromFiles([shapesFile], {
    strict: true,
    module: 'nodenext',
    moduleResolution: 'nodenext',
    target: 'es2023',
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  });
  const generator = buildGenerator(program, {
    required: true,
    noExtraProps: true,
    strictNullChecks: true,
    ignoreErrors: true,
  });
  if (!generator) throw new Error("The schemas of Stripe's types could not be generated.");
  const definitions = closed(generator.getSchemaForSymbols([...shapeNames], true).definitions ?? {});
  // Renamed into place, because another process may be reading or writing it.
  const file = cacheFile();
  const part = `${file}.${process.pid}`;
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(part, JSON.stringify(definitions));
  renameSync(part, file);
  return definitions;
}

function compile(definitions: Definitions): StripeSchemas {
  const schema = { $id: 'stripe', definitions };
  const ajvs = [false, true].map((coerceTypes) => {
    const ajv = new Ajv({
      strict: false,
      allErrors: false,
      coerceTypes,
      inlineRefs: false,
      validateSchema: false,
      code: { optimize: false },
    });
    return ajv.addSchema(schema);
  });
  const compiled = new Map<string, ValidateFunction>();

  return {
    problems(name, value, { isForm = false } = {}) {
      const key = `${name} ${isForm}`;
      const ajv = ajvs[Number(isForm)];
      const validate = compiled.get(key) ?? ajv?.getSchema(`stripe#/definitions/${name}`);
      if (!validate) throw new Error(`There is no schema for ${name}.`);
      compiled.set(key, validate as ValidateFunction);
      if (validate(structuredClone(value))) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${name}${instancePath} ${message} ${JSON.stringify(params)}`,
      );
    },
  };
}

/** The SDK's files whose objects Noek reads. It never asks for other objects, so an answer must not contain them. */
const keptFiles = new Set([
  'Charges',
  'Customers',
  'Disputes',
  'Events',
  'InvoiceLineItems',
  'InvoicePayments',
  'Invoices',
  'PaymentIntents',
  'PaymentMethods',
  'Plans',
  'Prices',
  'Refunds',
  'SetupIntents',
  'SubscriptionItems',
  'Subscriptions',
]);

/**
 * The SDK lets any text pass where Stripe may add values later, which would hide mistakes of ours; here its lists are complete. On
 * the wire, its decimal numbers are text.
 */
function closed(definitions: Record<string, unknown>): Definitions {
  const short = (name: string) => name.replaceAll(/import\((?:"|%22).*?\)\)?\./g, '').replaceAll(/[^\w.]/g, '_');
  const names = new Map<string, string>();
  for (const name of Object.keys(definitions)) {
    const file = /resources(?:\/|%2F)([\w/%]+?)(?:"|%22)/.exec(name)?.[1] ?? '';
    names.set(name, name.startsWith('import(') ? `${file}-${short(name)}`.replaceAll(/[^\w.-]/g, '_') : name);
  }
  const renamed = Object.fromEntries(
    Object.entries(definitions).map(([name, value]) => [names.get(name) ?? name, value]),
  );
  const text = JSON.stringify(renamed).replaceAll(/"#\/definitions\/((?:[^"\\]|\\.)+)"/g, (_, encoded: string) => {
    const name = decodeURIComponent(JSON.parse(`"${encoded}"`) as string);
    return JSON.stringify(`#/definitions/${names.get(name) ?? name}`);
  });
  // "deleted?: void" becomes a choice of nothing.
  const result = JSON.parse(text.replaceAll('"anyOf":[]', '"not":{}')) as Definitions;
  for (const name of Object.keys(result)) {
    const [file, inside] = name.split('-');
    if (inside && file && !keptFiles.has(file)) result[name] = { not: {} };
    if (name.endsWith('-OtherString')) result[name] = { not: {} };
    if (name.endsWith('-Decimal')) result[name] = { type: 'string' };
  }
  return result;
}
