import { describe, expect, test } from 'bun:test'
import type { BlockJson } from '#contract/document.ts'
import { renderHtml } from '#server/blog/render/render-worker.ts'
import { readDocument, writeDocument } from '#server/text/document/documents.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { edit as editAny, find, item, paragraph, replaceWords, text } from './documents.ts'

const edit = (source: string, change: (blocks: BlockJson[]) => void) => editAny(source, change, 'html')
const reference = (label: string): BlockJson => ({ type: 'footnote_reference', attrs: { label } })
const footnote = (label: string, ...content: BlockJson[]): BlockJson => ({
  type: 'footnote_definition',
  attrs: { label },
  content,
})

/** What the site makes of Markdown is what it accepts as HTML. */
const rendered = renderHtml(
  'md',
  [
    '> [!TIP]\n> Weigh it.\n',
    '- [ ] Flour\n- [x] Salt\n',
    'One[^a] and two[^b].\n',
    '[^a]: First.\n\n    More.\n',
    '[^b]: Second.\n',
  ].join('\n'),
)

describe('callouts, tasks and footnotes of HTML', () => {
  test('are read from what the site renders', () => {
    expect(readDocument(rendered, 'html')).toEqual([
      { type: 'callout', attrs: { kind: 'tip' }, content: [paragraph('Weigh it.')] },
      { type: 'bullet_list', content: [item('Flour', false), item('Salt', true)] },
      paragraph('One', reference('1'), ' and two', reference('2'), '.'),
      footnote('1', paragraph('First.'), paragraph('More.')),
      footnote('2', paragraph('Second.')),
    ])
  })

  test('are written as the site accepts them, and read again', () => {
    const added: BlockJson[] = [
      { type: 'callout', attrs: { kind: 'warning' }, content: [paragraph('Hot.'), paragraph('Very.')] },
      {
        type: 'bullet_list',
        content: [item('Flour', true), { ...item('x', false), content: [paragraph('a'), paragraph('b')] }],
      },
      paragraph('One', reference('1'), ' and two', reference('2')),
      footnote('1', paragraph('First.')),
      footnote('2', paragraph('Second.'), { type: 'bullet_list', content: [item('c')] }),
    ]
    const saved = writeDocument('<p>a</p>\n', 'html', [0, ...added])
    expect(readDocument(saved, 'html').slice(1)).toEqual(added)
    expect(readDocument(renderHtml('html', saved), 'html')).toEqual(readDocument(saved, 'html'))
    expect(saved).toContain('<div data-callout="warning" role="note">\n<p><strong>Warning</strong></p>\n<p>Hot.</p>')
    expect(saved.match(/<section aria-label="Footnotes">/g)).toHaveLength(1)
  })

  test('change in place', () => {
    const saved = edit(rendered, (blocks) => {
      Object.assign(find(blocks, 'callout').attrs ?? {}, { kind: 'note' })
      Object.assign(find(blocks, 'list_item', 'Flour').attrs ?? {}, { checked: true })
      Object.assign(find(blocks, 'list_item', 'Salt').attrs ?? {}, { checked: null })
      replaceWords(blocks, 'Second', 'Other')
    })
    expect(saved).toBe(
      rendered
        .replace('data-callout="tip"', 'data-callout="note"')
        .replace('<strong>Tip<', '<strong>Note<')
        .replace(
          '<input type="checkbox" disabled="" aria-label="To do">',
          '<input checked type="checkbox" disabled="" aria-label="To do">',
        )
        .replace(/<input checked="" [^>]*> Salt/, 'Salt')
        .replace('Second', 'Other'),
    )
  })

  test('get a footnote before and after others in their section, and lose the section with the last one', () => {
    const one = edit('<p>a</p>', (blocks) => blocks.push(footnote('1', paragraph('One'))))
    const three = edit(one, (blocks) => {
      Object.assign(blocks[1]?.attrs ?? {}, { label: '2' })
      blocks.splice(1, 0, footnote('1', paragraph('New')))
      blocks.push(footnote('3', paragraph('Last')))
      blocks.push(paragraph('After'))
    })
    expect(three.match(/<section/g)).toHaveLength(1)
    expect(three.match(/(?<=fnref-)\d/g)).toEqual(['1', '2', '3'])
    expect(three).toEndWith('</section>\n\n<p>After</p>')
    expect(edit(three, (blocks) => blocks.splice(1, 3)).replace(/\n+/g, '\n')).toBe('<p>a</p>\n<p>After</p>')
  })

  test('leave an element with other words as it is', () => {
    const source = '<div data-callout="note"><p><strong>Good to know</strong></p><p>x</p></div>'
    expect(readDocument(source, 'html').map(({ type }) => type)).toEqual(['paragraph', 'paragraph'])
    expect(edit(source, (blocks) => replaceWords(blocks, 'x', 'y'))).toBe(source.replace('>x<', '>y<'))
  })
})

const chip = (source: string): BlockJson => ({ type: 'source_inline', attrs: { text: source } })

describe('source that was pasted from another post', () => {
  test.each([
    '{{ x }}',
    '{% include a.html %}',
    '{props.a < 3 ? <b>x</b> : null}',
    '</p>',
    '<!-- ',
    '<textarea>',
    '&',
    '[^a]',
  ])('is visible text in HTML where it is not one piece: %s', (source) => {
    const saved = edit('<p>One</p>\n<p>Two</p>\n', ([first]) => first?.content?.push(chip(source)))
    const [paragraphs, second] = readDocument(saved, 'html')
    expect(JSON.stringify(paragraphs)).toContain(JSON.stringify(source.trimEnd()).slice(1, -1).slice(0, 5))
    expect(second).toEqual(paragraph('Two'))
  })

  test('stays one piece where HTML reads it so', () => {
    const saved = edit('<p>One </p>', ([first]) =>
      first?.content?.push(chip('<kbd class="k">'), text('x'), chip('</kbd>')),
    )
    expect(saved).toBe('<p>One<kbd class="k">x</kbd> </p>')
  })

  test.each(['html', 'md', 'mdx'] as const)(
    'may be end tags in captions of figures of %s, and behind them',
    (format) => {
      const figure = {
        type: 'figure',
        attrs: { src: '/a.png', alt: '', title: null },
        content: [chip('</b>'), text('x')],
      }
      const blocks = [0, figure, { ...figure, content: [chip('</b>')] }, paragraph('e', chip('</b>'))]
      expect(() => writeDocument('One\n\nTwo\n', format, blocks)).not.toThrow()
    },
  )

  test.each(['html', 'md', 'mdx'] as const)('never makes a save of %s fail', (format) => {
    const sources = ['<div>', '{{ x }}', '<b>', '<!--', '```', '{a', '%}', '<A b={<c/>}>', ':::', '[a]: b', '$$', 'x']
    for (const [at, one] of sources.entries()) {
      // In the short run, a quarter of the pairs.
      for (const other of sources.filter((_, index) => isFullRun || (index - at) % 4 === 0)) {
        const blocks = [
          paragraph('Before ', chip(one), ' and ', chip(other), ' after.'),
          { type: 'source_block', attrs: { text: one } },
          { type: 'figure', attrs: { src: '/a.png', alt: '', title: null }, content: [chip(other), reference('1')] },
          {
            type: 'callout',
            attrs: { kind: 'tip' },
            content: [paragraph(chip(other)), footnote('b', paragraph('x'))],
          },
        ]
        expect(() => writeDocument('One\n\nTwo\n', format, [0, ...blocks])).not.toThrow()
      }
    }
  })
})
