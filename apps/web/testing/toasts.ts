import { expect, onTestFinished } from 'vitest';

/** Shorter timeouts run by the browser's clock: React and animations need them. */
const HELD_MS = 1000;

interface HeldTimeout {
  run: () => void;
  due: number;
}

const held = new Map<number, HeldTimeout>();
let now = 0;
let lastId = 0;

/** Stops timeouts of a second or more for the rest of the test: those of toasts and of repeated reads. `pass` moves their clock. */
export const stopTimeouts = (): void => {
  const { setTimeout, clearTimeout } = globalThis;
  held.clear();
  globalThis.setTimeout = ((run: () => void, milliseconds = 0, ...given: []) => {
    if (milliseconds < HELD_MS) return setTimeout(run, milliseconds, ...given);
    lastId -= 1;
    held.set(lastId, { run: () => run(...given), due: now + milliseconds });
    return lastId;
  }) as typeof globalThis.setTimeout;
  globalThis.clearTimeout = (id) => {
    if (!held.delete(Number(id))) clearTimeout(id);
  };
  onTestFinished(() => {
    Object.assign(globalThis, { setTimeout, clearTimeout });
  });
};

/** Moves the clock of `stopTimeouts`. */
export const pass = (milliseconds: number): void => {
  now += milliseconds;
  for (const [id, { run, due }] of held)
    if (due <= now) {
      held.delete(id);
      run();
    }
};

const elements = () => [...document.querySelectorAll<HTMLElement>('[data-react-aria-top-layer] > [role]')];

/** The words of each toast that is shown, oldest first. */
export const toasts = (): string[] => elements().map((toast) => toast.textContent);

/**
 * Moves the clock until every toast is gone. The clock of a toast begins after it is painted: a step that came before would be lost. Needs
 * `stopTimeouts`.
 */
export const passToasts = async (milliseconds: number): Promise<void> =>
  expect
    .poll(() => {
      if (elements().some((toast) => !toast.hasAttribute('data-leaving'))) pass(milliseconds);
      return toasts();
    })
    .toEqual([]);

/** Waits for a toast with these words, the only one, and fails unless it stays exactly so many milliseconds. Needs `stopTimeouts`. */
export const expectToast = async (words: string, stays: number): Promise<void> => {
  await expect.poll(toasts).toEqual([words]);
  const leaving = () => elements().some((toast) => toast.hasAttribute('data-leaving'));
  // Its clock begins once it is painted.
  await expect.poll(() => [...held.values()].some(({ due }) => due - now === stays)).toBe(true);
  pass(stays - 1);
  expect([...held.values()].map(({ due }) => due - now)).toContain(1);
  expect(leaving()).toBe(false);
  pass(1);
  await expect.poll(toasts).toEqual([]);
};
