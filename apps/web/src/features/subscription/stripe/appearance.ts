import type { Appearance } from '@stripe/stripe-js';

/** A colour of the page as Stripe's frame understands it: it knows neither our variables nor oklch. */
function colour(name: string): string {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim();
  if (!context || !value) return '';
  context.fillStyle = value;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** How Stripe's form looks: like the page around it. */
export const appearance = (theme: 'light' | 'dark'): Appearance => ({
  theme: theme === 'dark' ? 'night' : 'stripe',
  variables: {
    colorPrimary: colour('accent'),
    colorBackground: colour('surface-raised'),
    colorText: colour('text'),
    colorTextSecondary: colour('text-muted'),
    colorDanger: colour('danger-ink'),
    fontFamily: 'Inter, system-ui, sans-serif',
    borderRadius: '8px',
    spacingUnit: '4px',
  },
});
