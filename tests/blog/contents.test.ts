import { describe, expect, test } from 'bun:test'
import { addTableOfContents } from '#server/lib/table-of-contents.ts'

const long = `<p>${'word '.repeat(700)}</p>`
const idsIn = (html: string) => [...html.matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id)

describe('the table of contents of a long post', () => {
  test('lists its headings with unique ids that no author can choose', () => {
    const html = `<h2>Count the <em>jars</em></h2>${long}<h2>Crème &amp; sugar</h2><h2>Count the jars</h2>`
    const { content, contents } = addTableOfContents(html)
    expect(contents).toEqual([
      { id: 'at-count-the-jars', text: 'Count the jars' },
      { id: 'at-creme-sugar', text: 'Crème & sugar' },
      { id: 'at-count-the-jars-2', text: 'Count the jars' },
    ])
    expect(idsIn(content)).toEqual(contents.map(({ id }) => id))
  })

  test('leaves out deeper headings unless there are too few of the highest', () => {
    const deep = '<h3>A</h3><h4>B</h4><h3>C</h3>'
    const texts = (html: string) => addTableOfContents(html + long).contents.map(({ text }) => text)
    expect(texts(`<h2>1</h2><h2>2</h2><h2>3</h2>${deep}`)).toEqual(['1', '2', '3'])
    expect(texts(`<h2>1</h2>${deep}`)).toEqual(['1', 'A', 'C'])
  })

  test('is omitted for a short post or two headings, whose links still work', () => {
    const short = addTableOfContents('<h2>A</h2><h2>B</h2><h2>C</h2><p>Few words.</p>')
    expect([short.contents, idsIn(short.content)]).toEqual([[], ['at-a', 'at-b', 'at-c']])
    expect(addTableOfContents(`<h2>A</h2>${long}<h2>B</h2>`).contents).toEqual([])
  })

  test('omits headings without words, and gives those in other scripts a plain id', () => {
    expect(idsIn(addTableOfContents('<h2><img src="/x.webp" alt="A"></h2><h2>Хлеб</h2>').content)).toEqual([
      'at-heading',
    ])
  })

  test('ignores text inside attributes that looks like a heading', () => {
    const html = '<p title="<h2>no</h2>">a</p><h2>Yes</h2>'
    expect(addTableOfContents(html).content).toBe('<p title="<h2>no</h2>">a</p><h2 id="at-yes">Yes</h2>')
  })
})

describe('the reading time', () => {
  test.each([
    ['', 1],
    [`<p>${'word '.repeat(230)}</p>`, 1],
    [`<p>${'word '.repeat(1380)}</p>`, 6],
  ])('is a whole number of minutes, at least one', (html, minutes) => {
    expect(addTableOfContents(html).minutes).toBe(minutes)
  })
})
