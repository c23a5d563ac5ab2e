import type { Page } from '@playwright/test';
import { SandboxFailure } from '../../../../packages/payment-sandbox/src/sandbox.ts';
import type { StandIn } from '../../../../packages/payment-sandbox/src/testing/start-stand-in.ts';

/** Why a card was refused. */
type CardRefusal = Pick<SandboxFailure, 'kind' | 'message'>;

declare global {
  interface Window {
    confirmAtStripe(card: {
      clientSecret: string;
      cardNumber: string;
      authentication?: 'complete' | 'fail';
    }): Promise<CardRefusal | null>;
  }
}

/** The address of Stripe's script, which tests answer. */
export const stripeScript = /^https:\/\/js\.stripe\.com\//;

/** Answers the address of Stripe's script with a small script that confirms cards at the stand-in. */
export async function serveStripeScript(page: Page, stripe: StandIn): Promise<void> {
  await page.exposeFunction('confirmAtStripe', (card: Parameters<Window['confirmAtStripe']>[0]) =>
    stripe.confirm({ expiry: '12/40', cvc: '123', ...card }).then(() => null, refusalOf),
  );
  await page.route(stripeScript, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${installStripe.toString()})();` }),
  );
}

function refusalOf(error: unknown): CardRefusal {
  if (!(error instanceof SandboxFailure)) throw error;
  return { kind: error.kind, message: error.message };
}

/** Runs in the page. Implements what react-stripe-js uses. The card is typed into one field, and the bank asks with a browser dialog. */
function installStripe(): void {
  type Confirmation = {
    elements: { clientSecret: string };
    confirmParams: { return_url: string };
    redirect?: 'if_required';
  };
  const field = () => document.querySelector<HTMLInputElement>('[data-stripe-stub]');

  async function confirm({ elements: { clientSecret } }: Confirmation) {
    const cardNumber = field()?.value ?? '';
    let failure = await window.confirmAtStripe({ clientSecret, cardNumber });
    if (failure?.kind === 'authentication') {
      const authentication = window.confirm('Authenticate?') ? 'complete' : 'fail';
      failure = await window.confirmAtStripe({ clientSecret, cardNumber, authentication });
    }
    return failure && { type: 'card_error', message: failure.message };
  }
  function leave(name: string, { elements, confirmParams }: Confirmation): Promise<never> {
    const url = new URL(confirmParams.return_url);
    url.searchParams.set(name, elements.clientSecret.split('_secret_')[0] ?? '');
    url.searchParams.set(`${name}_client_secret`, elements.clientSecret);
    url.searchParams.set('redirect_status', 'succeeded');
    window.location.assign(url);
    return new Promise(() => {});
  }

  function createElements({ clientSecret }: { clientSecret: string }) {
    const listeners: Record<string, ((event: object) => void)[]> = {};
    const element = {
      mount(place: HTMLElement) {
        const input = document.createElement('input');
        input.setAttribute('aria-label', 'Card at Stripe');
        input.dataset.stripeStub = '';
        place.append(input);
        setTimeout(() => {
          for (const listener of listeners.ready ?? []) listener({ elementType: 'payment' });
        });
      },
      on(event: string, listener: (event: object) => void) {
        listeners[event] = [...(listeners[event] ?? []), listener];
        return element;
      },
      off: () => element,
      update() {},
      unmount() {},
      destroy() {},
    };
    return {
      clientSecret,
      create: () => element,
      getElement: () => element,
      update() {},
      submit: async () => (field()?.value ? {} : { error: { type: 'validation_error', message: 'Incomplete.' } }),
    };
  }

  const stripe = {
    elements: createElements,
    createToken() {},
    createPaymentMethod() {},
    confirmCardPayment() {},
    async confirmPayment(options: Confirmation) {
      const error = await confirm(options);
      return error ? { error } : leave('payment_intent', options);
    },
    async confirmSetup(options: Confirmation) {
      const error = await confirm(options);
      if (error) return { error };
      if (options.redirect !== 'if_required') return leave('setup_intent', options);
      return { setupIntent: { id: options.elements.clientSecret.split('_secret_')[0] } };
    },
  };
  Object.assign(window, { Stripe: Object.assign(() => stripe, { version: 'endive' }) });
}
