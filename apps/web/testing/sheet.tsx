import { type ReactNode, useState } from 'react';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from './api-double.ts';
import { FAN, NO_LIMITS } from './fixtures.ts';
import { show, type Shown, type ShowOptions } from './show.tsx';

type RenderSheet = (close: () => void) => ReactNode;

const Opener = ({ render }: { render: RenderSheet }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open the sheet
      </button>
      {isOpen ? render(() => setIsOpen(false)) : null}
    </>
  );
};

/** The button that opens the sheet of `openSheet`. */
export const opener = page.getByRole('button', { name: 'Open the sheet' });
export const sheet = page.getByRole('dialog');

/**
 * Shows a page with a button, and opens a checkout sheet with it, for a fan without spending limits.
 *
 * @param render the sheet; `close` removes it, as the page would
 * @param prepare gives the answers of calls that the sheet makes
 */
export const openSheet = async (render: RenderSheet, options: ShowOptions = {}, prepare?: (api: ApiDouble) => void): Promise<Shown> => {
  const user = options.user === undefined ? FAN : options.user;
  const shown = await show(<Opener render={render} />, { ...options, user }, (api) => {
    api.answer('GET /spending-limits', NO_LIMITS);
    if (user) api.answer('GET /users/me', user);
    prepare?.(api);
  });
  await opener.click();
  await expect.element(sheet).toBeVisible();
  return shown;
};
