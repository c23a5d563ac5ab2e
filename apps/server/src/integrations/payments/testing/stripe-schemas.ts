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

let generated: StripeSchemas | null = null;

/** JSON schemas of the installed SDK's own types. They are generated once per process, which takes a few seconds. */
export function stripeSchemas(): StripeSchemas {
  generated ??= generate();
  return generated;
}

function generate(): StripeSchemas {
  const file = fileURLToPath(new URL('stripe-shapes.ts', import.meta.url));
  const program = getProgramFromFiles([file], {
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
  const { definitions = {} } = generator.getSchemaForSymbols([...shapeNames], true);
  const schema = { $id: 'stripe', definitions: closed(definitions) };
  const ajvs = [false, true].map((coerceTypes) => {
    const ajv = new Ajv({ strict: false, allErrors: false, coerceTypes, inlineRefs: false, validateSchema: false });
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

/**
 * The SDK lets any text pass where Stripe may add values later, which would hide mistakes of ours; here its lists are complete. On
 * the wire, its decimal numbers are text.
 */
function closed(definitions: Record<string, unknown>): Record<string, Definition> {
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
  const result = JSON.parse(text.replaceAll('"anyOf":[]', '"not":{}')) as Record<string, Definition>;
  for (const name of Object.keys(result)) {
    if (name.endsWith('-OtherString')) result[name] = { not: {} };
    if (name.endsWith('-Decimal')) result[name] = { type: 'string' };
  }
  return result;
}
