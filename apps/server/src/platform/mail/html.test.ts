import { expect, test } from 'vitest';
import { escapeHtml, linkify } from './html.ts';

test('markup in a text is escaped', () => {
  expect(escapeHtml(`<img src=x onerror="alert('1')">&`)).toBe('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;');
  expect(linkify('<script>alert(1)</script>')).toBe('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('addresses become links, without the punctuation around them', () => {
  expect(linkify('Go to http://localhost:8080/a?b=1&c=2.')).toBe(
    'Go to <a href="http://localhost:8080/a?b=1&amp;c=2">http://localhost:8080/a?b=1&amp;c=2</a>.',
  );
  expect(linkify('("https://x.example/y")')).toBe('(&quot;<a href="https://x.example/y">https://x.example/y</a>&quot;)');
  expect(linkify('https://x.example/"onclick="alert(1)')).toBe(
    '<a href="https://x.example/">https://x.example/</a>&quot;onclick=&quot;alert(1)',
  );
  expect(linkify('javascript:alert(1)')).toBe('javascript:alert(1)');
});
