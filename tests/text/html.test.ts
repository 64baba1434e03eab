import { describe, expect, test } from 'bun:test'
import type { BlockJson } from '#contract/document.ts'
import { readDocument, writeDocument } from '#server/text/document/documents.ts'
import { edit as editAny, find, item, paragraph, replaceWords, text, textOf } from '#tests/writing/documents.ts'

const edit = (source: string, change: (blocks: BlockJson[]) => void) => editAny(source, change, 'html')
const wordpress = await Bun.file('tests/writing/fixtures/wordpress.html').text()

describe('reading HTML', () => {
  test('shows blocks without their containers and comments', () => {
    const blocks = readDocument(wordpress, 'html')
    expect(blocks.map(({ type }) => type)).toEqual([
      ...['paragraph', 'heading', 'bullet_list', 'blockquote', 'figure', 'table', 'code_block', 'horizontal_rule'],
      ...['source_block', 'source_block', 'paragraph'],
    ])
    expect(find(blocks, 'figure').attrs).toEqual({ src: '/a.png', alt: 'A jar', title: null })
    expect(find(blocks, 'code_block').content).toEqual([text('if (a < b) {\n  return\n}')])
    expect(textOf(blocks[10] ?? { type: '' })).toBe('Loose text with Ctrl and\u00a0more.Second line.')
  })

  test('leaves a whole document as source', () => {
    expect(readDocument('<!doctype html>\n<html><body><p>x</p></body></html>\n', 'html')).toEqual([
      { type: 'source_block', attrs: { text: '<!doctype html>\n<html><body><p>x</p></body></html>' } },
    ])
  })

  test('reads tags that may be left out', () => {
    expect(readDocument('<p>a<p>b<ul><li>c<li>d</ul>', 'html')).toEqual([
      paragraph('a'),
      paragraph('b'),
      { type: 'bullet_list', content: [item('c'), item('d')] },
    ])
  })
})

describe('saving HTML', () => {
  test('keeps attributes of tags around and in a changed text', () => {
    const saved = edit(wordpress, (blocks) => {
      replaceWords(blocks, 'bold', 'fat')
      replaceWords(blocks, 'old link', 'new link')
      replaceWords(blocks, ' start ', ' start, ')
    })
    expect(saved).toBe(
      wordpress.replace('>bold</strong> start ', '>fat</strong> start, ').replace('>old link<', '>new link<'),
    )
  })

  test('keeps attributes of a link whose words get another mark', () => {
    const source = '<p>An <a href="/x" rel="nofollow">old link</a>.</p>'
    const saved = edit(source, (blocks) => {
      const link = find(blocks, 'paragraph').content?.[1]
      link?.marks?.push({ type: 'em' })
    })
    expect(saved).toMatch(/<a href="\/x" rel="nofollow">/)
    expect(saved.replace(/<\/?em>/g, '')).toBe(source)
  })

  test.each(['<hr>', '<div class="grid"><p class="lead">Two</p></div>', '<!-- a comment -->', '{{ gallery }}'])(
    'writes edited or pasted source as it is: %s',
    (source) => {
      for (const format of ['html', 'md'] as const)
        expect(
          writeDocument('', format, [paragraph('One'), { type: 'source_block', attrs: { text: source } }]),
        ).toContain(source)
    },
  )

  test('changes the level of a heading in both of its tags', () => {
    const saved = edit(wordpress, (blocks) => Object.assign(find(blocks, 'heading'), { attrs: { level: 3 } }))
    expect(saved).toBe(wordpress.replace('<h2 class', '<h3 class').replace('</h2>', '</h3>'))
  })

  test('puts a new block after the comments of the block before', () => {
    const saved = edit(wordpress, (blocks) => blocks.splice(1, 0, paragraph('New & <b>')))
    expect(saved).toBe(
      wordpress.replace('<!-- /wp:paragraph -->', '<!-- /wp:paragraph -->\n\n<p>New &amp; &lt;b&gt;</p>'),
    )
  })

  test('deletes and moves a block with its comments', () => {
    const heading = /<!-- wp:heading -->[\s\S]*?<!-- \/wp:heading -->\n\n/
    expect(edit(wordpress, (blocks) => blocks.splice(1, 1))).toBe(wordpress.replace(heading, ''))
    const moved = writeDocument('<!-- wp:a --><p>a</p><!-- /wp:a -->\n<p>b</p>\n', 'html', [1, 0])
    expect(moved.replace(/\n+/g, '\n').trim()).toBe('<p>b</p>\n<!-- wp:a --><p>a</p><!-- /wp:a -->')
  })

  test('keeps the tags of a container when its block goes', () => {
    expect(edit('<div class="x"><p>a</p></div>\n<p>b</p>\n', (blocks) => blocks.shift())).toBe(
      '<div class="x"></div>\n<p>b</p>\n',
    )
  })

  test('adds items and rows, and changes code and captions', () => {
    const saved = edit(wordpress, (blocks) => {
      find(blocks, 'bullet_list').content?.push(item('Three'))
      const row = structuredClone(find(blocks, 'table').content?.[1])
      if (row) find(blocks, 'table').content?.push(row)
      replaceWords([find(blocks, 'code_block')], 'a < b', 'a < b && c')
      replaceWords([find(blocks, 'figure')], 'jar', 'bottle')
    })
    expect(saved).toContain('<li>Two<ol start="3"><li>Deep</li></ol></li>\n<li>Three</li>')
    expect(saved.match(/<tr><td>Jar<\/td><td align="right">1.50<\/td><\/tr>/g)).toHaveLength(2)
    expect(saved).toContain('if (a &lt; b &amp;&amp; c) {')
    expect(saved).toContain('<figcaption class="wp-element-caption">The <em>bottle</em></figcaption>')
  })

  test('changes the picture of a figure', () => {
    const saved = edit(wordpress, (blocks) =>
      Object.assign(find(blocks, 'figure'), { attrs: { src: '/b.png', alt: '"B"', title: null } }),
    )
    expect(saved).toContain('<figure class="wp-block-image size-large"><img src="/b.png" alt="&quot;B&quot;"')
  })

  test('writes new blocks that are read again', () => {
    const added: BlockJson[] = [
      { type: 'heading', attrs: { level: 2 }, content: [text('A & b')] },
      {
        type: 'bullet_list',
        content: [item('one'), { ...item('two'), content: [paragraph('two'), paragraph('more')] }],
      },
      { type: 'ordered_list', attrs: { start: 4 }, content: [item('one')] },
      { type: 'code_block', attrs: { language: 'ts' }, content: [text('a <b>\n\n&amp;')] },
      { type: 'blockquote', content: [paragraph('x', { type: 'hard_break' }, 'y')] },
      { type: 'horizontal_rule' },
    ]
    const saved = writeDocument('<p>a</p>\n', 'html', [0, ...added])
    expect(readDocument(saved, 'html').slice(1)).toEqual(added)
  })
})
