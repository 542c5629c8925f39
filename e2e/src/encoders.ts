import { type ChildProcess, spawn } from 'node:child_process';
import type { TestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { goTo } from './browser.ts';
import { SLOW } from './shows.ts';

// ffmpeg in the place of OBS: the same protocol, and the same way of coming back.

/** OBS connects again two seconds after it was cut off. */
const AGAIN_MS = 2000;

const START = '-hide_banner -loglevel error -re';
const [CARD, TONE] = ['-f lavfi -i testsrc2=size=320x180:rate=15', '-f lavfi -i sine=sample_rate=48000'];
const H264 = '-c:v libx264 -preset ultrafast -tune zerolatency -bf 0 -g 30 -pix_fmt yuv420p';
const AAC = '-c:a aac -b:a 96k -ac 2 -f flv';

const publish = (args: string, address: string): ChildProcess => {
  const child = spawn(process.env['FFMPEG_PATH'] ?? 'ffmpeg', [...args.split(' '), address], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

/** Publishes a test card and a tone to an address, until it is killed or the test is over. */
export const encode = (address: string): ChildProcess => publish(`${START} ${CARD} ${TONE} ${H264} ${AAC}`, address);

/** Publishes a tone alone to an address, until it is killed or the test is over. */
export const encodeSound = (address: string): ChildProcess => publish(`${START} ${TONE} ${AAC}`, address);

/** Publishes as OBS does: whenever the server ends the connection, it connects again. */
export const encodeLastingly = (address: string): void => {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const connect = (): void => {
    encode(address).once('exit', () => {
      if (!isOver) timer = setTimeout(connect, AGAIN_MS);
    });
  };
  onTestFinished(() => {
    isOver = true;
    clearTimeout(timer);
  });
  connect();
};

/** Opens the studio with OBS as its source, once a live process takes encoders. */
export const openStudioForEncoder = async (page: Page, { platform }: TestApp): Promise<void> => {
  await expect
    .poll(() => platform.database.selectFrom('live_nodes').select('rtmp_port').execute(), SLOW)
    .toEqual([{ rtmp_port: expect.any(Number) }]);
  await goTo(page, '/model/live');
  await page.getByText('OBS', { exact: true }).click();
};

/** Creates the stream key in an open studio. @returns the address with the key, as encoders with one field have it */
export const createKey = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Create stream key' }).click();
  const key = page.getByTestId('stream-key');
  await expect.poll(() => key.textContent(), SLOW).toMatch(/^[\w-]{43}$/);
  const server = (await page.locator('code').first().textContent())!;
  expect(server).toMatch(/^rtmp:/);
  return `${server}/${await key.textContent()}`;
};
