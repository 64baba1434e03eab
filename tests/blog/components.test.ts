import { describe, expect, test } from 'bun:test'
import { renderHtml } from '#server/blog/render/render-worker.ts'

const mdx = (...lines: string[]) => renderHtml('md', lines.join('\n'), { mdx: true })
const onOneLine = (html: string) => html.replace(/\n+/g, '')

describe('a component of MDX', () => {
  test.each([
    [
      'a callout',
      ['<Aside type="tip" title="Hot">', '  Mind *it*.', '', '  - a', '</Aside>'],
      '<div data-callout="tip" role="note"><p><strong>Hot</strong></p><p>Mind <em>it</em>.</p><ul><li>a</li></ul></div>',
    ],
    [
      'tabs',
      [
        '<Tabs>',
        '  <TabItem value="a" label="A">',
        '    *x*',
        '  </TabItem>',
        '  <TabItem value="b">y</TabItem>',
        '</Tabs>',
      ],
      '<p><strong>A</strong></p><p><em>x</em></p><p><strong>b</strong></p><p>y</p>',
    ],
    ['steps', ['<Steps>', '1. a', '</Steps>'], '<ol><li>a</li></ol>'],
    [
      'a card',
      ['<Card title="Rye &" href="/blog/rye">', '*x*', '</Card>'],
      '<p><strong><a href="/blog/rye" rel="noopener noreferrer">Rye &amp;</a></strong></p><p><em>x</em></p>',
    ],
    [
      'a video',
      ['<YouTube id="a-b" title="Rye" />'],
      '<div data-embed="video"><a href="https://www.youtube.com/watch?v=a-b" rel="noopener noreferrer"><strong>Rye</strong><small>Video on YouTube</small></a></div>',
    ],
    [
      'an imported image',
      ["import rye from './rye.jpg'", '', '<Image src={rye} alt={"Rye"} width={300} />'],
      '<figure><img src="./rye.jpg" alt="Rye" width="300" loading="lazy" decoding="async"></figure>',
    ],
    ['one in a line', ['a <Fragment>*x*</Fragment>'], '<p>a <em>x</em></p>'],
  ])('is rendered: %s', (_, lines, html) => expect(onOneLine(mdx(...lines))).toBe(html))

  test('that is not known is shown as code, and what is between its tags is Markdown', () => {
    expect(
      onOneLine(mdx('<Chart data={[1, { a: ">" }]} />', '', '<Box>', '*x*', '</Box>', '', 'a <B.C d="e" /> b')),
    ).toBe(
      '<pre><code>&lt;Chart data={[1, { a: "&gt;" }]} /&gt;</code></pre><pre><code>&lt;Box&gt;</code></pre><p><em>x</em></p>' +
        '<pre><code>&lt;/Box&gt;</code></pre><p>a <code>&lt;B.C d="e" /&gt;</code> b</p>',
    )
    expect(onOneLine(mdx('<Tabs>', 'no end'))).toBe('<pre><code>&lt;Tabs&gt;</code></pre><p>no end</p>')
  })

  test('can neither close an attribute nor name a script', () => {
    const html = mdx('<Card title=\'"><img src=x onerror=boom()>\' href="javascript:boom()">x</Card>')
    expect(html).not.toMatch(/<img|href="javascript/)
  })

  test('stays in code, and in texts that are no MDX', () => {
    expect(mdx('```', '<YouTube id="x" />', '```', '`<Box />`')).not.toContain('href')
    expect(renderHtml('md', '<Box>x</Box>')).toBe('<p>x</p>\n')
  })
})
