import type { PublicConfig } from '@noek/contract/config/schemas';
import { componentTexts } from '../../../components/base/texts.ts';
import { chosenTheme, setTheme, themeNow } from '../../../components/base/theme/theme.ts';
import { copyFeedbackMs, copyText } from '../../../components/clipboard.ts';
import { copyCode } from '../developers/texts.ts';

/** Shows at the bottom of the page what has failed; null removes it. */
export function report(text: string | null): void {
  const place = document.querySelector('[data-report]');
  if (place) place.textContent = text;
}

/** Makes the theme buttons switch the theme and say what they do. */
export function enableThemeButtons(): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>('[data-theme-button]');
  const name = () => {
    const { toDark, toLight } = componentTexts.theme;
    for (const button of buttons) {
      button.title = themeNow() === 'dark' ? toLight : toDark;
      button.setAttribute('aria-label', button.title);
    }
  };
  for (const button of buttons)
    button.addEventListener('click', () => setTheme(themeNow() === 'dark' ? 'light' : 'dark'));
  chosenTheme.onChange(name);
  name();
}

/**
 * Loads the pictures of the shown theme when the page itself has loaded, so that a reader who scrolls down quickly sees no empty frames.
 * Without a script, the browser loads them when they come near.
 */
export function loadPicturesEarly(): void {
  const load = () => {
    for (const image of document.querySelectorAll<HTMLImageElement>('[data-product-picture]'))
      if (image.offsetParent !== null) image.loading = 'eager';
  };
  if (document.readyState === 'complete') load();
  else window.addEventListener('load', load, { once: true });
  chosenTheme.onChange(load);
}

/**
 * Closes the menu of the header when one of its links is followed, by Escape, and when the focus or a press goes elsewhere. It opens
 * without a script. After Escape, the focus is on what opens it.
 */
export function enableSiteMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('[data-site-menu]');
  if (!menu) return;
  const isOutside = (target: EventTarget | null) => !(target instanceof Node && menu.contains(target));
  const close = () => {
    menu.open = false;
  };
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) close();
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget !== null && isOutside(relatedTarget)) close();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (isOutside(target)) close();
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    close();
    menu.querySelector('summary')?.focus();
  });
}

/** Shows the Copy buttons of the examples, and makes them copy. For two seconds, their text says that it worked. */
export function enableCopyButtons(): void {
  const { action, done } = copyCode;
  const { failed, failedWhy } = componentTexts.copy;
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const label = button.firstElementChild;
    const code = button.closest('[data-code]')?.querySelector('pre')?.textContent;
    if (!label || !code) continue;
    let timer: ReturnType<typeof setTimeout> | undefined;
    button.addEventListener('click', async () => {
      clearTimeout(timer);
      const worked = await copyText(code);
      report(worked ? null : `${failed}. ${failedWhy}`);
      label.textContent = worked ? done : action;
      timer = setTimeout(() => {
        label.textContent = action;
      }, copyFeedbackMs);
    });
    button.hidden = false;
  }
}

/** Makes Go Back lead to the page before this one, and to the chat if there is none. */
export function enableGoBack({ origins }: PublicConfig): void {
  for (const button of document.querySelectorAll('[data-go-back]'))
    button.addEventListener('click', () => {
      if (window.history.length > 1) window.history.back();
      else window.location.assign(origins.chat);
    });
}

/**
 * Lets parts of a page fade in when they come into view. Parts that are in view already stay as they are. Only this function hides
 * anything, so every part shows without a script, without IntersectionObserver, and to people who prefer less motion.
 */
export function revealOnSight(): void {
  if (!('IntersectionObserver' in window) || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target, boundingClientRect } of entries) {
        // A reader who jumps over a part and scrolls back finds it shown.
        const isPassed = boundingClientRect.bottom < 0;
        if (isIntersecting || isPassed) {
          target.removeAttribute('data-unseen');
          observer.unobserve(target);
        }
      }
    },
    { threshold: 0.05 },
  );
  for (const element of document.querySelectorAll('[data-reveal]')) {
    if (element.getBoundingClientRect().top < window.innerHeight) continue;
    element.setAttribute('data-unseen', '');
    observer.observe(element);
  }
}
