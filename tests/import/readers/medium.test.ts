import { expect, test } from 'bun:test'
import { readMedium } from '#server/import/readers/medium.ts'
import { markdownOf, readAll } from './source.ts'

const footer = (path: string) =>
  `<footer><p class="p-tags"><a class="p-tag">Rye bread</a></p><p>By <a href="https://medium.com/@ann" class="p-author h-card">Ann</a> on <time class="dt-published" datetime="2019-05-07T09:30:00.000Z">May 7</time></p><a href="https://medium.com${path}" class="p-canonical">Canonical link</a></footer>`
const section = (inside: string) =>
  `<section class="section"><div class="section-divider"><hr class="section-divider"></div><div class="section-content">${inside}</div></section>`
const story = (title: string, body: string, end: string) =>
  `<article class="h-entry"><header><h1 class="p-name">${title}</h1></header><section data-field="subtitle" class="p-summary"> In short. </section><section data-field="body" class="e-content">${body}</section>${end}</article>`

test('Medium: stories without the title in their text, drafts, and no responses', async () => {
  const heading =
    '<h3 class="graf graf--h3 graf--title">Rye</h3><h4 class="graf graf--h4 graf--subtitle">In short.</h4>'
  const found = await readAll(readMedium, {
    'posts/2019-05-07_Rye-0123456789ab.html': story(
      'Rye',
      section(`${heading}<p class="graf graf--p">One.</p><h3 class="graf graf--h3">Part</h3>`) +
        section('<p class="graf graf--p">Two.</p>'),
      footer('/@ann/rye-0123456789ab'),
    ),
    'posts/draft_Wheat-abcdef012345.html': story(
      'Wheat',
      section('<p class="graf graf--p">Soon.</p>'),
      '<footer></footer>',
    ),
    'posts/2019-05-08_Thanks-ffffffffffff.html': story(
      'Thanks!',
      section('<p class="graf graf--p">Thanks!</p>'),
      footer('/x'),
    ),
    'profile/profile.html': '<li>Email address: ann@old.example</li>',
  })
  expect(found?.posts).toHaveLength(2)
  expect(found?.posts[0]).toMatchObject({
    key: 'story-0123456789ab',
    slug: 'rye',
    title: 'Rye',
    state: 'live',
    date: '2019-05-07T09:30:00.000Z',
    summary: 'In short.',
    oldPaths: ['/@ann/rye-0123456789ab'],
    tags: [{ name: 'Rye bread' }],
    authors: [{ name: 'Ann' }],
  })
  const text = markdownOf(found?.posts[0])
  expect(text).not.toContain('Rye')
  expect(text).not.toContain('In short')
  expect(text.match(/^(?:---|\*\*\*|\* \* \*)$/gm)).toHaveLength(1)
  expect(text).toContain('Part')
  expect(found?.posts[1]).toMatchObject({ title: 'Wheat', slug: 'Wheat', state: 'draft', oldPaths: [] })
  expect(found?.dropped).toEqual({ profiles: 1, 'responses to stories': 1 })
})

test('Medium: pages of other systems are not read', async () => {
  expect(await readAll(readMedium, { 'posts/a.html': '<p>x</p>' })).toBeUndefined()
})
