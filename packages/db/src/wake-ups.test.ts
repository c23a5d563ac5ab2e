import { expect, test, vi } from 'vitest';
import { describeOnEngines } from './testing/engines.ts';

const ignored = () => {};

describeOnEngines('notify and listen', (open) => {
  test('reach every listener of the process, including the notifying one, until it stops', async () => {
    const db = await open();
    const [first, second] = [vi.fn(), vi.fn()];
    const stop = db.listen(first, ignored);
    db.listen(second, ignored);
    db.notify('answers:1');
    await vi.waitFor(() => expect(second).toHaveBeenCalledTimes(1));
    expect(first).toHaveBeenCalledExactlyOnceWith('answers:1');
    stop();
    db.notify('answers:2');
    await vi.waitFor(() => expect(second).toHaveBeenLastCalledWith('answers:2'));
    expect(first).toHaveBeenCalledTimes(1);
  });

  test('never call back during notify, so that a transaction can finish first', async () => {
    const db = await open();
    const heard = vi.fn();
    db.listen(heard, ignored);
    db.notify('x');
    expect(heard).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(heard).toHaveBeenCalled());
  });

  test('keep their order and accept a topic of 7,000 bytes', async () => {
    const db = await open();
    const heard: string[] = [];
    db.listen((topic) => heard.push(topic), ignored);
    const topics = ['one', 'x'.repeat(7000), 'Grüße', ''];
    for (const topic of topics) {
      db.notify(topic);
      await vi.waitFor(() => expect(heard.at(-1)).toBe(topic));
    }
    expect(heard).toEqual(topics);
  });

  test('have no effect on a closed database', async () => {
    const db = await open();
    const heard = vi.fn();
    db.listen(heard, ignored);
    await db.close();
    db.notify('late');
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard).not.toHaveBeenCalled();
  });
});
