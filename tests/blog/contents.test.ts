import { describe, expect, test } from 'bun:test'
import { withContents } from '#server/blog/render/table-of-contents.ts'

const long = `<p>${'word '.repeat(700)}</p>`
const idsIn = (html: string) => [...html.matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id)

describe('the contents of a long post (issue 7)', () => {
  test('are its headings, each with an id of its own that no author can choose', () => {
    const html = `<h2>Count the <em>jars</em></h2>${long}<h2>Crème &amp; sugar</h2><h2>Count the jars</h2>`
    const { content, contents } = withContents(html)
    expect(contents).toEqual([
      { id: 'at-count-the-jars', text: 'Count the jars' },
      { id: 'at-creme-sugar', text: 'Crème & sugar' },
      { id: 'at-count-the-jars-2', text: 'Count the jars' },
    ])
    expect(idsIn(content)).toEqual(contents.map(({ id }) => id))
  })

  test('leave deeper headings out, unless there are too few of the highest', () => {
    const deep = '<h3>A</h3><h4>B</h4><h3>C</h3>'
    const texts = (html: string) => withContents(html + long).contents.map(({ text }) => text)
    expect(texts(`<h2>1</h2><h2>2</h2><h2>3</h2>${deep}`)).toEqual(['1', '2', '3'])
    expect(texts(`<h2>1</h2>${deep}`)).toEqual(['1', 'A', 'C'])
  })

  test('are none of a short post, and none of two headings; their addresses work all the same', () => {
    const short = withContents('<h2>A</h2><h2>B</h2><h2>C</h2><p>Few words.</p>')
    expect([short.contents, idsIn(short.content)]).toEqual([[], ['at-a', 'at-b', 'at-c']])
    expect(withContents(`<h2>A</h2>${long}<h2>B</h2>`).contents).toEqual([])
  })

  test('a heading without words gets no id, one in other letters gets a plain one', () => {
    expect(idsIn(withContents('<h2><img src="/x.webp" alt="A"></h2><h2>Хлеб</h2>').content)).toEqual(['at-heading'])
  })

  test('what looks like a heading inside an attribute stays as it is', () => {
    const html = '<p title="<h2>no</h2>">a</p><h2>Yes</h2>'
    expect(withContents(html).content).toBe('<p title="<h2>no</h2>">a</p><h2 id="at-yes">Yes</h2>')
  })
})

describe('the time that reading takes', () => {
  test.each([
    ['', 1],
    [`<p>${'word '.repeat(230)}</p>`, 1],
    [`<p>${'word '.repeat(1380)}</p>`, 6],
  ])('is a whole number of minutes, one at least', (html, minutes) => {
    expect(withContents(html).minutes).toBe(minutes)
  })
})
