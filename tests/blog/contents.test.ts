import { describe, expect, test } from 'bun:test'
import { countWords } from '#contract/reading-time.ts'
import { renderHtml } from '#server/blog/render/render-worker.ts'
import { tableOfContents } from '#server/text/scan/table-of-contents.ts'

const long = `<p>${'word '.repeat(700)}</p>`
const contentsOf = (html: string) => tableOfContents(renderHtml('html', html)).contents

describe('the table of contents of a long post', () => {
  test('lists its headings with their ids', () => {
    const html = `<h2>Count the <em>jars</em></h2>${long}<h2 id="sugar">Crème &amp; sugar</h2><h2>Count the jars</h2>`
    expect(contentsOf(html)).toEqual([
      { id: 'count-the-jars', text: 'Count the jars' },
      { id: 'sugar', text: 'Crème & sugar' },
      { id: 'count-the-jars-1', text: 'Count the jars' },
    ])
  })

  test('leaves out deeper headings unless there are too few of the highest', () => {
    const deep = '<h3>A</h3><h4>B</h4><h3>C</h3>'
    const texts = (html: string) => contentsOf(html + long).map(({ text }) => text)
    expect(texts(`<h2>1</h2><h2>2</h2><h2>3</h2>${deep}`)).toEqual(['1', '2', '3'])
    expect(texts(`<h2>1</h2>${deep}`)).toEqual(['1', 'A', 'C'])
  })

  test('is omitted for a short post or two headings', () => {
    expect(contentsOf('<h2>A</h2><h2>B</h2><h2>C</h2><p>Few words.</p>')).toEqual([])
    expect(contentsOf(`<h2>A</h2>${long}<h2>B</h2>`)).toEqual([])
  })

  test('omits headings without words, and text inside attributes that looks like a heading', () => {
    const html = `<h2><img src="/x.webp" alt="A"></h2><p title="<h2>no</h2>">a</p><h2>B</h2><h2>C</h2>${long}<h2>D</h2>`
    expect(contentsOf(html).map(({ text }) => text)).toEqual(['B', 'C', 'D'])
  })
})

describe('the reading time', () => {
  test.each([
    ['', 1],
    [`<p>${'word '.repeat(230)}</p>`, 1],
    [`<p>${'word '.repeat(1380)}</p>`, 6],
  ])('is a whole number of minutes, at least one', (html, minutes) => {
    expect(tableOfContents(html).minutes).toBe(minutes)
  })
})

test.each([
  ['Chinese', '今天我们学习怎样做面包。', 8_550, 14, 17],
  ['Japanese', '今日はパンの作り方を学びます。', 3_000, 5, 7],
  ['Thai', 'วันนี้เราเรียนทำขนมปัง', 3_000, 5, 7],
])(
  'the reading time of %s text follows its characters, and long ones get a table of contents',
  (_, sentence, length, least, most) => {
    const text = sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length)
    const { minutes, contents } = tableOfContents(renderHtml('html', `<h2>一</h2><p>${text}</p><h2>二</h2><h2>三</h2>`))
    expect(minutes).toBeGreaterThanOrEqual(least)
    expect(minutes).toBeLessThanOrEqual(most)
    expect(contents).toHaveLength(3)
  },
)

test('words between characters of such scripts count as words', () => {
  expect(countWords('用 Bun 运行 it — 2')).toBe(3 + 2)
  expect(countWords('two – words')).toBe(3)
})
