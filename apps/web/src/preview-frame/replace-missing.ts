import type { FromFrame } from './messages.ts';

/**
 * Replaces what a browser leaves out of a frame that is shut in and what pages often use: forms, whose events do not even occur, messages,
 * and storage, which is kept as long as the frame is.
 */
export function replaceMissing(tell: (message: FromFrame) => void): void {
  submitForms();
  stayOnPage();
  keepInMemory();
  window.alert = (text?: unknown) => tell({ type: 'output', stream: 'out', text: String(text ?? '').slice(0, 2_000) });
  window.print = () => {};
}

/** Fires the event of a form that is submitted. It is sent nowhere. */
function submit(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const isUnchecked =
    form.noValidate || (submitter !== null && 'formNoValidate' in submitter && submitter.formNoValidate);
  if (!isUnchecked && !form.reportValidity()) return;
  const isTaken = !form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }));
  if (!isTaken && form.getAttribute('method')?.toLowerCase() === 'dialog')
    form.closest('dialog')?.close(submitter?.getAttribute('value') ?? undefined);
}

/** The kinds of inputs in which Enter submits their form. */
const textInputs = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=file])';

function submitForms(): void {
  const submitter = 'button:not([type]), button[type=submit], input[type=submit], input[type=image]';
  HTMLFormElement.prototype.requestSubmit = function requestSubmit(button) {
    submit(this, button ?? null);
  };
  window.addEventListener('click', (event) => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return;
    const button = event.target.closest<HTMLButtonElement | HTMLInputElement>(submitter);
    if (button?.form && !button.disabled) submit(button.form, button);
  });
  window.addEventListener('keydown', (event) => {
    if (
      event.defaultPrevented ||
      event.key !== 'Enter' ||
      event.isComposing ||
      !(event.target instanceof HTMLInputElement)
    )
      return;
    const { form } = event.target;
    // With a button, the browser clicks it.
    if (form && event.target.matches(textInputs) && !form.querySelector(submitter)) submit(form, null);
  });
}

/** Links within the page work. All others would leave it, which the page around the frame does not allow. */
function stayOnPage(): void {
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a, area') : null;
    const address = link?.getAttribute('href') ?? link?.getAttribute('xlink:href');
    if (typeof address === 'string' && !address.startsWith('#')) event.preventDefault();
  });
}

function keepInMemory(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { value: memoryStorage(), configurable: true });
  let cookies = '';
  Object.defineProperty(document, 'cookie', {
    get: () => cookies,
    set(text: unknown) {
      const [pair = ''] = String(text).slice(0, 4_096).split(';');
      const [name] = pair.split('=');
      const others = cookies.split('; ').filter((each) => each !== '' && !each.startsWith(`${name}=`));
      cookies = [...others, pair].slice(-50).join('; ');
    },
    configurable: true,
  });
}

/** As a page's own storage, whose items are also properties. */
function memoryStorage(): object {
  const items = new Map<string, string>();
  const methods = {
    getItem: (key: unknown) => items.get(String(key)) ?? null,
    setItem: (key: unknown, value: unknown) => void items.set(String(key), String(value)),
    removeItem: (key: unknown) => void items.delete(String(key)),
    clear: () => items.clear(),
    key: (index: number) => [...items.keys()][index] ?? null,
  };
  return new Proxy(methods, {
    get: (_, key) =>
      key === 'length' ? items.size : key in methods ? Reflect.get(methods, key) : items.get(String(key)),
    set: (_, key, value) => {
      items.set(String(key), String(value));
      return true;
    },
    deleteProperty: (_, key) => {
      items.delete(String(key));
      return true;
    },
    has: (_, key) => key in methods || items.has(String(key)),
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      items.has(String(key))
        ? { value: items.get(String(key)), enumerable: true, configurable: true, writable: true }
        : undefined,
  });
}
