import type { PublicConfig } from '@noek/contract/config/schemas';

/** Makes Go Back lead to the page before this one, and to the chat if there is none. */
export function enableGoBack({ origins }: PublicConfig): void {
  for (const button of document.querySelectorAll('[data-go-back]'))
    button.addEventListener('click', () => {
      if (window.history.length > 1) window.history.back();
      else window.location.assign(origins.chat);
    });
}
