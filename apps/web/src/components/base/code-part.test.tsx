// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { codePart } from './code-part.ts';

let waits = 0;
function Waiting() {
  waits += 1;
  return null;
}

beforeEach(() => {
  waits = 0;
});
afterEach(cleanup);

const greeting = { Greeting: ({ name }: { name: string }) => <p>Hello, {name}</p> };
const shown = (part: ReturnType<typeof codePart<typeof greeting>>) => {
  const Greeting = part.lazy((module) => module.Greeting);
  render(
    <Suspense fallback={<Waiting />}>
      <Greeting name="Mira" />
    </Suspense>,
  );
};

test('a part that has loaded renders immediately, without the fallback', async () => {
  const part = codePart(async () => greeting);
  expect(part.isLoaded()).toBe(false);
  await part.load();
  expect(part.isLoaded()).toBe(true);
  shown(part);
  expect(screen.getByText('Hello, Mira')).toBeDefined();
  expect(waits).toBe(0);
});

test('a part that has not loaded is loaded, and then takes the place of the fallback', async () => {
  let loads = 0;
  const part = codePart(async () => {
    loads += 1;
    return greeting;
  });
  shown(part);
  expect(waits).toBeGreaterThan(0);
  await screen.findByText('Hello, Mira');
  expect(loads).toBe(1);
});
