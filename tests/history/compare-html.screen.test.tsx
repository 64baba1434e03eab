import { describe, expect, test } from 'bun:test'
import { compareHtml } from '#client/admin/history/compare-html.ts'
import { withPartPutBack } from '#client/admin/history/put-back.ts'

/** `[-gone-]`, `[+new+]`, and a line for each part. */
const marked = (html: string) =>
  html
    .replace(/<ins data-diff="added">/g, '[+')
    .replaceAll('</ins>', '+]')
    .replace(/<del data-diff="removed">/g, '[-')
    .replaceAll('</del>', '-]')
    .replace(/<div data-change="(\d+)" data-kind="(\w+)">(.*?)<\/div>/gs, '$2: $3')
    .replace(/ data-line="\d+"/g, '')
const inline = (before: string, after: string) => marked(compareHtml(before, after).inline)

describe('the comparison of two pages', () => {
  test('marks changed words, and leaves the rest of the page as it is', () => {
    expect(inline('<h2>Plan</h2><p>Bake at <em>five</em>.</p>', '<h2>Plan</h2><p>Bake at <em>six</em>.</p>')).toBe(
      '<h2>Plan</h2>changed: <p>Bake at <em>[-five-][+six+]</em>.</p>',
    )
  })

  test('marks parts that are new or gone as a whole', () => {
    expect(inline('<p>One.</p><p>Old words here.</p>', '<p>One.</p><h2>New</h2>')).toBe(
      '<p>One.</p>removed: [-<p>Old words here.</p>-]added: [+<h2>New</h2>+]',
    )
    expect(inline('', '<p>All of it.</p>')).toBe('added: [+<p>All of it.</p>+]')
    expect(inline('<p>Same.</p>', '<p>Same.</p>')).toBe('<p>Same.</p>')
  })

  test('shows a picture that changed as it was and as it is', () => {
    const picture = (name: string) => `<figure><img src="/storage/posts/${name}.webp" alt="A van"></figure>`
    expect(inline(picture('a'), picture('b'))).toBe(
      'changed: <figure>[-<img src="/storage/posts/a.webp" alt="A van">-][+<img src="/storage/posts/b.webp" alt="A van">+]</figure>',
    )
  })

  test('goes into lists and tables, and marks what only changed its formatting', () => {
    const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
    expect(inline(list('Flour', 'Milk'), list('Flour', 'Salt', 'Milk'))).toBe(
      'changed: <ul><li>Flour</li><li>[+Salt+]</li><li>Milk</li></ul>',
    )
    const row = (cell: string) => `<table><tbody><tr><td>Rye</td><td>${cell}</td></tr></tbody></table>`
    expect(inline(row('5 trays'), row('6 trays'))).toBe(
      'changed: <table><tbody><tr><td>Rye</td><td>[-5-][+6+] trays</td></tr></tbody></table>',
    )
    expect(inline('<p>Very warm bread.</p>', '<p>Very <strong>warm</strong> bread.</p>')).toBe(
      'changed: <p>Very [-warm-]<strong>[+warm+]</strong> bread.</p>',
    )
  })

  test('has each side alone, for pages beside each other', () => {
    const { before, after } = compareHtml('<p>Bake at five.</p><p>Gone.</p>', '<p>Bake at six.</p>')
    expect(marked(before)).toBe('changed: <p>Bake at [-five-].</p>removed: [-<p>Gone.</p>-]')
    expect(marked(after)).toBe('changed: <p>Bake at [+six+].</p>')
  })

  test('runs nothing of the pages, and adds no markup of their texts', () => {
    const { inline } = compareHtml('<p>a</p>', '<p>a &lt;img src=x onerror=alert(1)&gt;</p>')
    expect(inline).toContain('&lt;')
    expect(inline).not.toContain('<img')
  })

  test('is quick for long pages without anything in common', () => {
    const page = (word: string) =>
      Array.from({ length: 3000 }, (_, at) => `<p>${word}${at} ${word}b ${word}c</p>`).join('')
    expect(compareHtml(page('a'), page('b')).changes.length).toBeGreaterThan(2999)
  }, 60_000)
})

describe('putting a part back', () => {
  const page = (...parts: [line: number, html: string][]) =>
    parts.map(([line, html]) => html.replace('>', ` data-line="${line}">`)).join('')
  const before = 'One.\n\nBake at five.\n\nGone.\n'
  const after = 'One.\n\nBake at six.\n\nNew part.\n'
  const { changes } = compareHtml(
    page([1, '<p>One.</p>'], [3, '<p>Bake at five.</p>'], [5, '<p>Gone.</p>']),
    page([1, '<p>One.</p>'], [3, '<p>Bake at six.</p>'], [5, '<h2>New part.</h2>']),
  )
  const put = (index: number) => withPartPutBack(before, after, changes[index] as (typeof changes)[number])

  test('replaces a changed part, brings a removed one back, and takes an added one out', () => {
    expect(changes.map(({ kind }) => kind)).toEqual(['changed', 'removed', 'added'])
    expect(put(0)).toBe('One.\n\nBake at five.\n\nNew part.\n')
    expect(put(1)).toBe('One.\n\nBake at six.\n\nGone.\n\nNew part.\n')
    expect(put(2)).toBe('One.\n\nBake at six.\n\n')
  })

  test('puts a part back at the end of a text without a last line end', () => {
    const { changes } = compareHtml(page([1, '<p>One.</p>'], [3, '<p>Two.</p>']), page([1, '<p>One.</p>']))
    expect(withPartPutBack('One.\n\nTwo.', 'One.', changes[0] as (typeof changes)[number])).toBe('One.\n\nTwo.')
  })

  test('is not possible where nobody knows the lines', () => {
    const { changes } = compareHtml('<p>One here.</p>', '<p>Two here.</p>')
    expect(withPartPutBack('One here.', 'Two here.', changes[0] as (typeof changes)[number])).toBeUndefined()
  })
})
