import { describe, expect, test } from 'bun:test'
import { excerpt } from '#server/blog/excerpt.ts'
import { plainBody } from '#server/blog/search/plain-body.ts'

const stripTags = (html: string) => plainBody('html', html)

describe('the words of a summary', () => {
  test('a tag inside a word leaves no gap, a paragraph does', () => {
    expect(stripTags('<p>Sour<b>dough</b></p><p>and rye<br>bread</p>')).toBe('Sourdough and rye bread')
  })

  test('a > inside an attribute ends no tag', () => {
    expect(stripTags('Before <img alt="a > b" src="/x.webp"> after')).toBe('Before after')
  })

  test('what was written as text stays text', () => {
    expect(stripTags('5 &lt; 6 &amp; 7&nbsp;&gt; 6, and &amp;lt; stays')).toBe('5 < 6 & 7 > 6, and &lt; stays')
  })

  test('a hostile text of full length is answered at once', () => {
    const start = performance.now()
    stripTags('<"'.repeat(2_500))
    expect(performance.now() - start).toBeLessThan(1_000)
  })

  test('a description ends between words, within 160 characters', () => {
    const description = excerpt(`<p>${'loaves, '.repeat(40)}</p>`)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(description).toEndWith('loaves…')
  })

  test('a short one is left alone', () => {
    expect(excerpt('<p>Bread.</p>')).toBe('Bread.')
  })
})
