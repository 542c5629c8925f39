import { expect, test } from 'vitest';
import { pageFactsOf } from './page-facts.ts';

test('Open Graph comes first, then the title and the description', () => {
  const page = `<!doctype html><html><head><title>Bach &amp; bows</title><meta name="description" content="Six suites">
    <meta property="og:title" content="The six suites"><meta property="og:image" content="/cover.jpg"><script>document.title='x'</script></head>
    <body><title>Other</title><p>Words</p></body>`;
  expect(pageFactsOf(page)).toEqual({ title: 'The six suites', description: 'Six suites', image: '/cover.jpg' });
  expect(pageFactsOf('<title>\n Bach &amp; bows </title>')).toEqual({ title: 'Bach & bows', description: '', image: null });
});

test('markup in the words stays words, and long ones are cut', () => {
  const { title, description } = pageFactsOf(
    `<title>&lt;script&gt;alert(1)&lt;/script&gt;</title><meta name="description" content="${'a'.repeat(900)}">`,
  );
  expect([title, description.length]).toEqual(['<script>alert(1)</script>', 300]);
  expect(pageFactsOf('not a page')).toEqual({ title: '', description: '', image: null });
});
