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
