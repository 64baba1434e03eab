import { describe, expect, test } from 'bun:test'
import { shownBody } from '#server/blog/shown-texts.ts'
import { decodePostFile } from '#server/content/files/decode-file.ts'
import { editPost } from '#server/content/files/post-file.ts'
import { headingTitle, summaryOf, withoutTitle } from '#server/content/files/post-text.ts'
import { escapeUnknownTags } from '#server/text/scan/escape-unknown-tags.ts'

describe('the summary of a text that has none', () => {
  const first: [string, string, string][] = [
    [
      'is its first paragraph as plain text',
      '# H\n\nThe *first* [link](/a) & `code`.\nSame.\n\nSecond.',
      'The first link & code. Same.',
    ],
    [
      'leaves out images, headings, lists and code',
      '![alt](a.png)\n\nTitle\n=====\n\n```js\nlet x\n```\n\n- one\n- two\n\n    indented\n\nText.',
      'Text.',
    ],
    [
      'leaves out shortcodes, imports and Liquid',
      'import X from "x"\n\n{{< figure src="a" >}}\n\n{% include a.html %}\n\n:::note\n\nText {{ page.x }}with[^1] {{< ref "a" >}}.',
      'Text with .',
    ],
    [
      'leaves out elements that are no prose',
      '<figure><img src="a"><figcaption>Words</figcaption></figure>\n\n<div>\n\nText.\n\n</div>',
      'Text.',
    ],
    [
      'leaves out code of Liquid',
      '{%\n  highlight ruby\n%}\nputs 1\n{%\n endhighlight\n%}\n\nSee [the\nlast]({% link a.md %}) one.',
      'See the last one.',
    ],
    ['is what is above the mark', 'One.\n\n## H\n\nTwo.\n\n<!--more-->\n\nThree.', 'One. Two.'],
    ['knows the mark of Docusaurus', 'One.\n\n{/* truncate */}\n\nThree.', 'One.'],
    ['knows its other mark', 'One.\n\n<!-- truncate -->\n\nThree.', 'One.'],
    ['is a list where there is nothing else', '- one\n- two', 'one two'],
    ['is empty where there are no words', '![a](b.png)\n\n```\nx\n```', ''],
  ]
  test.each(first)('%s', (_, body, summary) => expect(summaryOf('md', body)).toBe(summary))

  test('of HTML is its first paragraph with words', () => {
    const html = '<h2>H</h2><p><img src="a"></p><p>One &amp; <b>two</b>.</p><p>Three.</p>'
    expect(summaryOf('html', html)).toBe('One & two.')
    expect(summaryOf('html', '<p>One.</p><p>Two.</p><!--more--><p>Three.</p>')).toBe('One. Two.')
    expect(summaryOf('html', '<div>Only words</div>')).toBe('Only words')
  })

  test('has at most 300 characters, and is quick for hostile texts', () => {
    expect(summaryOf('md', 'word '.repeat(200))).toMatch(/^(?:word ){50,60}word…$/)
    const started = process.threadCpuUsage()
    for (const part of ['<pre ', '![', '{{<', '<!--', '[^', '<p ', '`', '{% ', '> - '])
      for (const format of ['md', 'html'] as const) summaryOf(format, part.repeat(60_000))
    expect(process.threadCpuUsage(started).user).toBeLessThan(2_000_000)
  })

  test('uses a description, except below a mark, where that is for search engines', () => {
    const post = (body: string) =>
      decodePostFile('posts/x.md', `---\ntitle: T\ndate: 2024-01-02\ndescription: D\n---\n${body}\n`, '').post
    expect(post('Text.')).toMatchObject({ summary: 'D' })
    expect(post('Text.').teaser).toBeUndefined()
    expect(post('Text.\n\n<!--more-->\n\nMore.')).toMatchObject({ summary: '', teaser: 'Text.', seo_description: 'D' })
  })

  test('is not written into the file by a save', () => {
    const text = '---\ntitle: T\ndate: 2024-01-02\n---\nText.\n'
    expect(editPost(text, { title: 'New', summary: '' })).toBe(text.replace('T\n', 'New\n'))
  })

  test('ends where Jekyll is told that it ends', () => {
    const text =
      '---\ntitle: T\ndate: 2024-01-02\nexcerpt_separator: "---8<---"\n---\nOne.\n\nTwo.\n\n---8<---\n\nThree.\n'
    expect(decodePostFile('posts/x.md', text, '').post.teaser).toBe('One. Two.')
  })
})

test('a heading that repeats the title is left out, and the lines below keep their numbers', () => {
  expect(withoutTitle('md', '# A *title* {#a}\n\nText.', 'A title')).toBe('\n\nText.')
  expect(withoutTitle('html', '<h1 class="x">A title</h1><p>Text.</p>', 'A title')).toBe('<p>Text.</p>')
  expect(withoutTitle('md', '# Another\n\nText.', 'A title')).toBe('# Another\n\nText.')
  expect(withoutTitle('md', 'Text.\n\n# A title', 'A title')).toBe('Text.\n\n# A title')
})

test('a body is rendered for a check as for its page: without its title, as math or MDX', () => {
  const post = { format: 'md', title: 'A title', math: true, file: 'posts/x.mdx' } as const
  expect(shownBody(post, '# A title\n\n$x$')).toEqual(['md', '\n\n$x$', { math: true, mdx: true }])
  expect(shownBody({ format: 'md', title: 'A title' }, '# Another')).toEqual(['md', '# Another', {}])
})

test('tags that are none of HTML are shown as text, and HTML stays', () => {
  expect(escapeUnknownTags('Use <svelte:component> & List<string> in <em>x</em> <b')).toBe(
    'Use &lt;svelte:component&gt; & List&lt;string&gt; in <em>x</em> <b',
  )
  for (const plain of ['What <script setup> is', 'when a<b && c>d', 'A <b> or <details> alone'])
    expect(escapeUnknownTags(plain)).toBe(plain.replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
  for (const html of ['<p>Not closed', 'One<br>two', 'A <b>word</b> <i>x']) expect(escapeUnknownTags(html)).toBe(html)
  expect(escapeUnknownTags('<script>x</script><svg><a href="<x>">')).toBe('<script>x</script><svg><a href="<x>">')
})

test.each([
  ['in code', '```sh\n# comment\n```\n\n## Title ##\n', 'Title'],
  ['in code with longer fences', '~~~~\n~~~\n# comment\n~~~~\n# Title', 'Title'],
  ['in code of a file of Windows', '```\r\n# comment\r\n```\r\n# Title\r\n', 'Title'],
  ['in code that is not closed', '```\n# comment\n', ''],
])('a line that looks like a heading %s is no title', (_, body, title) => {
  expect(headingTitle('md', body)).toBe(title)
})
