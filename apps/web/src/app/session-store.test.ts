import type { CurrentUser } from '@stagedoor/contract/users';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSessionStore } from './session-store.ts';

const fan = (balance: number): CurrentUser => ({ _id: 'fan', name: 'Noa', balance }) as CurrentUser;

afterEach(() => void vi.unstubAllGlobals());

describe('the session store', () => {
  it('keeps a balance that changed while an older one was on its way', async () => {
    const store = createSessionStore(fan(100));
    const response = Promise.withResolvers<CurrentUser>();
    const refreshed = store.refresh(() => response.promise);
    store.update({ balance: 75 });
    response.resolve({ ...fan(100), name: 'Noa Vidal' });
    expect(await refreshed).toMatchObject({ name: 'Noa Vidal', balance: 75 });
    expect(store.get()).toMatchObject({ name: 'Noa Vidal', balance: 75 });
    await store.refresh(async () => fan(60));
    expect(store.get()?.balance).toBe(60);
  });

  it('stays as it is when the account could not be loaded', async () => {
    const store = createSessionStore(fan(100));
    await expect(store.refresh(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(store.get()).toEqual(fan(100));
    store.update({ balance: 40 });
    await store.refresh(async () => fan(30));
    expect(store.get()?.balance).toBe(30);
  });

  it('goes to the log-in once when the session is over: with the page to return to after a 401, without one after a log-out', () => {
    const assign = vi.fn<(address: string) => void>();
    vi.stubGlobal('location', { assign });
    const expired = createSessionStore(fan(100));
    expired.end('/wallet?top=1');
    expired.end('/wallet?top=1');
    createSessionStore(fan(100)).end();
    const leaving = createSessionStore(fan(100));
    leaving.beginLogOut();
    leaving.end('/wallet');
    expect(assign.mock.calls).toEqual([['/login?returnTo=%2Fwallet%3Ftop%3D1'], ['/auth/login'], ['/auth/login']]);
  });
});
