import { describe, expect, test } from 'vitest';
import { captionsOf } from './captions.ts';

const made = (text: string): string => captionsOf(Buffer.from(text));
const refused = (bytes: string | Uint8Array): unknown => {
  try {
    return captionsOf(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('captions', () => {
  test('SubRip becomes WebVTT: numbers and unknown tags are removed, commas become dots', () => {
    const srt =
      '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\n<font color="red">Hello</font> & <i>welcome</i>\r\n\r\n2\r\n00:01:02,003 --> 00:01:04,000\r\n5 < 6\r\n';
    expect(made(srt)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello &amp; <i>welcome</i>\n\n00:01:02.003 --> 00:01:04.000\n5 &lt; 6\n',
    );
  });

  test('WebVTT keeps cues, positions and speakers; styles, regions, notes and cue names are removed', () => {
    const vtt = [
      'WEBVTT - A film',
      'STYLE\n::cue { background-image: url(https://evil.example/x.png) }',
      'NOTE written by somebody',
      'intro\n00:01.000 --> 00:02.000 line:90% align:start evil:1\n<v Ada>Tea &amp; cake</v>\n<c.loud>Now</c>!',
      '01:00:00.000 --> 01:00:01.000\n<b onclick=x>Late</b>',
    ].join('\n\n');
    expect(made(vtt)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:90% align:start\n<v Ada>Tea &amp; cake</v>\nNow!\n\n01:00:00.000 --> 01:00:01.000\n<b>Late</b>\n',
    );
    // The result is unchanged by another conversion.
    expect(made(made(vtt))).toBe(made(vtt));
  });

  test('text of a cue after an empty line is kept', () => {
    expect(made('1\n00:00:01,000 --> 00:00:02,000\nOne\n\n\nTwo\n')).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nOne\nTwo\n');
  });

  test('an arrow in the text is not a timing line', () => {
    expect(made('WEBVTT\n\n00:01.000 --> 00:02.000\nA --> B\n')).toContain('A --&gt; B');
  });

  test.each([
    ['nothing', ''],
    ['a text', 'This is no list of captions.'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a head alone', 'WEBVTT\n'],
    ['a cue that ends before it begins', 'WEBVTT\n\n00:02.000 --> 00:01.000\nBack\n'],
    ['a cue as long as a book', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'x'.repeat(2000)}\n`],
    ['too many cues', `WEBVTT\n\n${'00:01.000 --> 00:02.000\nx\n\n'.repeat(10_001)}`],
    ['a zero within', 'WEBVTT\n\n00:01.000 --> 00:02.000\n\0\n'],
    ['what is no UTF-8', Uint8Array.from([...Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\n'), 0xff, 0xfe, 0xc3])],
  ])('%s is refused', (_name, text) => {
    expect(refused(text)).toBe('FILE_UNREADABLE');
  });

  // Parsing takes milliseconds; in quadratic time it would take minutes.
  test('refuses a megabyte of brackets before the time limit', { timeout: 20_000 }, () => {
    const brackets = refused(`WEBVTT\n\n00:01.000 --> 00:02.000\n${'<'.repeat(500_000)}${'>'.repeat(400_000)}`);
    const voices = refused(`WEBVTT\n\n${'<v '.repeat(300_000)}`);
    expect([brackets, voices]).toEqual(['FILE_UNREADABLE', 'FILE_UNREADABLE']);
  });
});
