import { expect, test } from 'vitest';
import { cleanHtml } from './clean-html.ts';

test.each([
  ['<script>alert(1)</script><p>kept</p>', '<p>kept</p>'],
  ['<p onclick="alert(1)" style="position:fixed">a</p>', '<p>a</p>'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="JaVa&#9;Script:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="data:text/html,<script>1</script>">a</a>', '<a>a</a>'],
  ['<a href="//evil.example">a</a>', '<a>a</a>'],
  ['<a href="http://plain.example">a</a>', '<a>a</a>'],
  ['<a href="/page/terms">a</a>', '<a href="/page/terms">a</a>'],
  ['<a href="mailto:a@example.org">a</a>', '<a href="mailto:a@example.org">a</a>'],
  [
    '<a href="https://example.org" target="_self">a</a>',
    '<a href="https://example.org" rel="noopener noreferrer nofollow" target="_blank">a</a>',
  ],
  ['<img src=x onerror=alert(1)>', ''],
  ['<svg><script>alert(1)</script></svg>b', 'b'],
  ['<iframe srcdoc="<script>1</script>"></iframe>c', 'c'],
  ['<style>*{display:none}</style>d', 'd'],
  ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', '<table></table>'],
  ['<h1>Title</h1>', '<h2>Title</h2>'],
  ['<p>1 < 2 & 3</p>', '<p>1 &lt; 2 &amp; 3</p>'],
])('%s', (html, clean) => {
  expect(cleanHtml(html)).toBe(clean);
  // Clean HTML stays unchanged.
  expect(cleanHtml(clean)).toBe(clean);
});
