import { expect, test } from 'bun:test'
import { formattingChanges } from '#server/text/merge/formatting-changes.ts'

test.each([
  ['bold that was removed', '<p>Bake <b>two</b> loaves.</p>', '<p>Bake two loaves.</p>', ['“two” is no longer bold.']],
  [
    'bold that moved to another word',
    '<p>Bake <strong>two</strong> loaves.</p>',
    '<p>Bake two <b>loaves</b>.</p>',
    ['“two” is no longer bold.', '“loaves” is bold.'],
  ],
  [
    'another target of a link',
    '<p>See <a href="/a?x=1&amp;y=2">prices</a>.</p>',
    '<p>See <a href="/b">prices</a>.</p>',
    ['“prices” links to /b instead of /a?x=1&y=2.'],
  ],
  [
    'another level of a heading',
    '<h2>How to <em>bake</em></h2>',
    '<h3>How to <i>bake</i></h3>',
    ['“How to bake” is a heading of level 3 instead of 2.'],
  ],
  ['a paragraph that became a heading', '<p>Ovens</p>', '<h2>Ovens</h2>', ['“Ovens” is a heading of level 2.']],
  [
    'another file of an image',
    '<img src="/storage/posts/a.webp" alt="Loaves">',
    '<img src="/storage/posts/b%20c.webp" alt="Loaves">',
    ['The image “Loaves” is the file b c.webp instead of a.webp.'],
  ],
  [
    'bullets that became numbers',
    '<ul><li>Mix</li><li>Bake</li></ul>',
    '<ol><li>Mix</li><li>Bake</li></ol>',
    ['“Mix Bake” is a list with numbers instead of bullets.'],
  ],
  [
    'a task that was done',
    '<ul><li><input type="checkbox" disabled> Mix</li></ul>',
    '<ul><li><input type="checkbox" checked disabled> Mix</li></ul>',
    ['“Mix” is a task that is done instead of open.'],
  ],
])('names as a change of the formatting: %s', (_, before, after, expected) => {
  expect(formattingChanges(before, after)).toEqual(expected)
})

test.each([
  ['other tags that look the same', '<p><b>Two</b> <i>loaves</i></p>', '<p><strong>Two</strong> <em>loaves</em></p>'],
  ['other words in a heading', '<h2>How to bake</h2>', '<h2>How to bake bread</h2>'],
  ['another item of a list', '<ul><li>Mix</li></ul>', '<ul><li>Mix</li><li>Bake</li></ul>'],
  ['other words that are bold as well', '<p><b>two</b> loaves</p>', '<p><b>four</b> loaves</p>'],
  ['bold words that were removed', '<p>Bake <b>two</b> loaves.</p>', '<p>Bake loaves.</p>'],
  ['the number of a footnote', '<p>Bread</p>', '<p>Bread<sup><a href="#fn-1" id="fnref-1">1</a></sup></p>'],
])('counts as no change of the formatting: %s', (_, before, after) => {
  expect(formattingChanges(before, after)).toEqual([])
})

test('shortens long texts and long lists of changes of the formatting', () => {
  const words = Array.from({ length: 20 }, (_, at) => `word${String.fromCharCode(97 + at)}`)
  const sentences = formattingChanges(words.join(' '), words.map((word) => `<b>${word}</b>`).join(' '))
  expect(sentences).toHaveLength(13)
  expect(sentences.at(-1)).toBe('And 8 more changes of the formatting.')
  const [long] = formattingChanges(`<p>${'bread '.repeat(30)}</p>`, `<h2>${'bread '.repeat(30)}</h2>`)
  expect(long?.length).toBeLessThan(100)
})
