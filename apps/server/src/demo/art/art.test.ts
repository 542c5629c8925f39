import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { applicants, performers } from '../cast.ts';
import { applicantDocument, performerAvatar } from '../cast-orders.ts';
import { drawAll } from './draw-all.ts';
import {
  COVER_SIZE,
  drawAvatar,
  drawClip,
  drawCover,
  drawFanAvatar,
  drawScene,
  MOVING_SCENES,
  type Palette,
  SCENE_KINDS,
} from './index.ts';
import { drawOrder, type PictureOrder } from './orders.ts';

const palette: Palette = ['#0a0b18', '#262f63', '#8fa4dc', '#f8efd8'];
const small = { width: 160, height: 120 };

describe('demo pictures', () => {
  it.each(SCENE_KINDS)('%s: the same seed gives the same bytes, another seed another picture, and none has a single tone', async (kind) => {
    const once = drawScene(kind, palette, 11, small);
    expect(drawScene(kind, palette, 11, small).equals(once)).toBe(true);
    expect(drawScene(kind, palette, 12, small).equals(once)).toBe(false);
    const { channels } = await sharp(once).stats();
    expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(8);
  });

  it('a cover is a JPEG of the defined size', async () => {
    const cover = await sharp(drawCover('silks', palette, 1)).metadata();
    expect(cover).toMatchObject({ format: 'jpeg', ...COVER_SIZE });
  });

  it('each performer and fan has a different face', () => {
    const faces = performers.map((performer) => drawOrder(performerAvatar(performer))[0]?.toString('base64'));
    expect(new Set(faces).size).toBe(performers.length);
    expect(drawFanAvatar(3).equals(drawFanAvatar(4))).toBe(false);
    expect(drawAvatar(palette, { hair: 'bun', side: 1 }, 1).equals(drawAvatar(palette, { hair: 'bun', side: -1 }, 1))).toBe(false);
  });

  it('cards and selfies differ between applicants', () => {
    for (const kind of ['card', 'selfie'] as const) {
      const pictures = applicants.map((applicant) => drawOrder(applicantDocument(applicant, kind))[0]?.toString('base64'));
      expect(new Set(pictures).size).toBe(applicants.length);
    }
  });
});

describe('clips', () => {
  it.each(MOVING_SCENES)('%s: frames differ, and are the same each time', (kind) => {
    const frames = [...drawClip(kind, palette, 8, small, 4)];
    expect(frames).toHaveLength(4);
    expect(frames[1]?.equals(frames[0] as Buffer)).toBe(false);
    expect([...drawClip(kind, palette, 8, small, 4)][2]?.equals(frames[2] as Buffer)).toBe(true);
  });
});

describe('drawAll', () => {
  const orders: PictureOrder[] = [1, 2, 3, 4, 5].map((seed) => ({ draw: 'fan', seed }));

  it('draws on other threads what this thread would draw, each order once', async () => {
    const drawn = new Map<number, Buffer>();
    await drawAll(
      orders,
      (index, [picture]) => {
        expect(drawn.has(index)).toBe(false);
        drawn.set(index, picture as Buffer);
      },
      2,
    );
    expect(drawn.size).toBe(orders.length);
    orders.forEach((order, index) => expect(drawn.get(index)?.equals(drawOrder(order)[0] as Buffer)).toBe(true));
  });

  it('throws the error of the receiver', async () => {
    await expect(drawAll(orders, () => Promise.reject(new Error('disk full')), 2)).rejects.toThrow('disk full');
  });

  it('throws only after the running receivers have settled', async () => {
    const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
    let finished = 0;
    const failing = drawAll(
      orders,
      async (index) => {
        if (index === 0) {
          fail();
          throw new Error('disk full');
        }
        await failed;
        await new Promise((resolve) => setImmediate(resolve));
        finished += 1;
      },
      2,
    );
    await expect(failing).rejects.toThrow('disk full');
    expect(finished).toBe(1);
  });

  it('throws the error of a drawing', async () => {
    const impossible = { draw: 'scene', kind: 'nothing', palette, seed: 1, size: small } as unknown as PictureOrder;
    await expect(drawAll([impossible], () => undefined, 1)).rejects.toThrow('paint');
  });
});
