import { expect, test } from 'bun:test'
import { decodeEntities, decodeEntity } from '#server/text/scan/entities.ts'
import { hasEmail } from '#server/text/scan/has-email.ts'

test.each([
  ['5 &lt; 6 &amp;amp; 7&nbsp;kg', '5 < 6 &amp; 7\u00a0kg'],
  ['caf&eacute; &rarr; &#8212; &#x1F35E;', 'café → — 🍞'],
  ['a&#10;b&Tab;c&#1;d', 'a b c d'],
  ['&#150; as browsers read it', '– as browsers read it'],
  ['&unknown; R&D &amp', '&unknown; R&D &amp'],
  ['&#xd800;', '\ufffd'],
])('decodes the entities of %p', (html, text) => {
  expect(decodeEntities(html)).toBe(text)
})

test('shows no control characters in place of an entity', () => {
  expect(['&#10;', '&#127;', '&Tab;', '&unknown;', '&mdash;'].map(decodeEntity)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    '—',
  ])
})

test.each(['ann&commat;site&period;example', 'ann&#64site&#x2e;example', 'ann%40site.example', 'ann＠site.example'])(
  'finds the e-mail address in %p',
  (text) => {
    expect(hasEmail(text)).toBe(true)
  },
)
