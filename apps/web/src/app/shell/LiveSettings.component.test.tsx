import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../../testing/show.tsx';
import { useSettings } from '../boot.tsx';
import { LiveSettings } from './LiveSettings.tsx';

type Settings = ReturnType<typeof useSettings>;

const Probe = ({ onSettings }: { onSettings: (settings: Settings) => void }) => {
  const settings = useSettings();
  useEffect(() => onSettings(settings), [settings, onSettings]);
  return null;
};

test('merges changed settings into the known ones', async () => {
  let known: Settings = {};
  const keep = (settings: Settings) => {
    known = settings;
  };
  const settings = { siteName: 'Before', footerContent: '<p>Ours</p>', cookiePolicyEnabled: false };
  const { api, socket } = await show(
    <>
      <LiveSettings />
      <Probe onSettings={keep} />
    </>,
    { settings },
  );
  const before = known;
  expect(before).toMatchObject(settings);
  api.answer('POST /settings/keys', { siteName: 'After', cookiePolicyEnabled: true });
  socket.receive('settings/changed', { keys: ['siteName', 'cookiePolicyEnabled'] });
  await expect.poll(() => known.siteName).toBe('After');
  expect(known).toEqual({ ...before, siteName: 'After', cookiePolicyEnabled: true });
});
