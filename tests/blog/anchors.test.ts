import { describe, expect, test } from 'bun:test'
import { renderHtml } from '#server/blog/render/render-worker.ts'
import { PART_OF_PAGE } from '#server/text/scan/render-options.ts'

const md = (...lines: string[]) => renderHtml('md', lines.join('\n'))
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
const linksIn = (html: string) => [...html.matchAll(/ href="([^"]*)"/g)].map(([, to]) => to)

describe('the id of a heading', () => {
  test.each([
    ['has its words, as on GitHub', '## Count the *jars*, `often`!', 'count-the-jars-often'],
    ['has the letters of any script', '## Хлеб und Käse', 'хлеб-und-käse'],
    ['can be chosen as in Pandoc and Docusaurus', '## Title {#own-id}', 'own-id'],
    ['can be chosen next to a class', '## Title {.big #own_id}', 'own_id'],
    ['can be chosen as in kramdown', '## Title\n{: #own-id .big}', 'own-id'],
    ['can be chosen in a comment of MDX', '## Title {/* #own-id */}', 'own-id'],
    ['can be chosen in HTML', '<h2 id="Own:ID">Title</h2>', 'Own:ID'],
    ['is apart from those of the page', '## Contents', 'at-contents'],
    ['is apart from those of the page when it is chosen', '## Title {#root}', 'at-root'],
    ['is apart from properties of the document when it is chosen', '## Title {#images}', 'at-images'],
    ['begins with a letter or a digit', '## 🚀 Up', 'up'],
    ['is there without letters to make it of', '## ???', 'heading'],
  ])('%s', (_, source, id) => {
    const html = md(source)
    expect(idsIn(html)).toEqual([id])
    expect(html).not.toContain('{')
  })

  test('has a number where it is used before, and leaves ids to those who chose them', () => {
    expect(idsIn(md('## Jars', '## Jars', '## Jars 1', '', '## X {#jars}', '', '<p id="jars">x</p>'))).toEqual([
      'jars-1',
      'jars-2',
      'jars-1-1',
      'jars',
      'jars-3',
    ])
  })

  test('is absent from texts that share a page with others', () => {
    expect(renderHtml('html', '<h2 id="a">A</h2><h3>B</h3>', PART_OF_PAGE)).toBe('<h2>A</h2><h3>B</h3>')
  })

  test('is not made of braces that mean something else', () => {
    expect(md('## Use {x} and {a: 1}')).toContain('Use {x} and {a: 1}</h2>')
  })
})

describe('a link inside a text', () => {
  test.each([
    ['as written', '[x](#own)\n\n## Title {#own}', '#own'],
    ['that the page needed for itself', '[x](#main)\n\n## Title {#main}', '#at-main'],
    ['as another system spells it', '[x](#caf%C3%A9--more)\n\n## Cafe & more', '#cafe--more'],
    ['by an old name', '[x](#here)\n\n<a name="here"></a>', '#here'],
    ['that does not exist', '[x](#nowhere)\n\n## Title', '#nowhere'],
  ])('leads to an id %s', (_, source, to) => expect(linksIn(md(source))[0]).toBe(to))
})

test('attribute lists of kramdown and Pandoc are not shown', () => {
  const html = md(
    'Text.',
    '{: .note}',
    '',
    '![Loaves](/a.webp){width=300 .wide} and [x](/blog){:target="_blank"}.',
    '',
    '* TOC',
    '{:toc}',
    '',
    '![Racks](/b.webp "Racks"){: .center }',
  )
  expect(html).not.toMatch(/[{}]|TOC|class/)
  expect(html).toContain('width="300"')
  expect(html).toContain('<figcaption>Racks</figcaption>')
})
