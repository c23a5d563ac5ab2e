// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Tab, TabList, Tabs } from './tabs.tsx';

afterEach(cleanup);

test('a tab that was pressed shows no outline; one that is used with the keyboard does', () => {
  render(
    <Tabs defaultValue="one">
      <TabList>
        <Tab value="one">One</Tab>
        <Tab value="two">Two</Tab>
      </TabList>
    </Tabs>,
  );
  const tab = screen.getByRole('tab', { name: 'Two' });
  const isPressed = () => 'pressed' in tab.dataset;
  expect(tab.className).toContain('data-pressed:outline-none');
  fireEvent.pointerDown(tab);
  expect(isPressed()).toBe(true);
  fireEvent.keyDown(tab, { key: 'ArrowLeft' });
  expect(isPressed()).toBe(false);
  fireEvent.pointerDown(tab);
  fireEvent.blur(tab);
  expect(isPressed()).toBe(false);
});
