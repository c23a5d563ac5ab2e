import { expect, test, vi } from 'vitest';
import { UnsavedSettings } from './unsaved-settings.ts';

test('settings of a conversation that was started here move to it, and the empty chat starts again', () => {
  const settings = new UnsavedSettings();
  settings.change(null, { model: 'large' });
  settings.change(null, { webSearch: true });
  settings.move(7);
  expect([settings.get(null), settings.get(7), settings.get(8)]).toEqual([{}, { model: 'large', webSearch: true }, {}]);
});

test('a setting that the server has stored or refused is dropped, unless it was changed again in the meantime', () => {
  const settings = new UnsavedSettings();
  const listener = vi.fn();
  const leave = settings.subscribe(listener);
  settings.change(7, { model: 'large', webSearch: true });
  settings.change(7, { model: null });
  settings.settle(7, { model: 'large', webSearch: true });
  expect(settings.get(7)).toEqual({ model: null });
  settings.settle(7, { model: null });
  expect(settings.get(7)).toEqual({});
  expect(listener).toHaveBeenCalledTimes(4);
  leave();
  settings.change(8, { webSearch: true });
  settings.clear();
  expect(settings.get(8)).toEqual({});
  expect(listener).toHaveBeenCalledTimes(4);
});
