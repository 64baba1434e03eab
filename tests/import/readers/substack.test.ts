import { expect, test } from 'bun:test'
import { parseCsv } from '#server/import/readers/csv.ts'
import { readSubstack } from '#server/import/readers/substack.ts'
import { markdownOf, readAll } from './source.ts'

const HEAD = 'post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle,podcast_url\n'

test('Substack: only what everyone could read is live, and what is scheduled keeps its date', async () => {
  const rows = [
    '1.rye,2019-05-07T09:30:00.000Z,true,,newsletter,everyone,"Rye, ""slowly""",In short.,',
    '2.paid,2019-05-07T09:30:00.000Z,true,,newsletter,only_paid,Paid,,',
    '3.later,2999-01-01T00:00:00.000Z,false,,newsletter,everyone,Later,,',
    '4.draft,,false,,newsletter,everyone,Draft,,',
    '5.talk,2019-05-07T09:30:00.000Z,TRUE,,podcast,everyone,A talk &#x2019;s,,https://old.example/a.mp3',
    '6.thread,2019-05-07T09:30:00.000Z,true,,thread,everyone,Thread,,',
    '7.gone,2019-05-07T09:30:00.000Z,true,,newsletter,everyone,Gone,,',
    '8.about,2019-05-07T09:30:00.000Z,true,,page,everyone,About,,',
  ]
  const texts = Object.fromEntries(
    ['1.rye', '2.paid', '3.later', '4.draft', '5.talk', '6.thread', '8.about'].map((id) => [
      `posts/${id}.html`,
      `<p>${id}</p>`,
    ]),
  )
  const files = {
    ...texts,
    'posts.csv': HEAD + rows.join('\r\n'),
    'email_list.x.csv': 'a@b.example',
    'posts/1.opens.csv': 'x',
  }
  const found = await readAll(readSubstack, files)
  expect(found?.posts.map(({ slug, state, oldPaths, changes }) => [slug, state, oldPaths[0], changes[0]])).toEqual([
    ['rye', 'live', '/p/rye', undefined],
    ['paid', 'draft', undefined, 'a post for payers became a draft'],
    ['later', 'live', '/p/later', undefined],
    ['draft', 'draft', undefined, undefined],
    ['talk', 'live', '/p/talk', undefined],
    ['thread', 'draft', undefined, 'a discussion became a draft'],
  ])
  expect(found?.posts[0]).toMatchObject({
    key: 'post-1',
    title: 'Rye, "slowly"',
    summary: 'In short.',
    date: '2019-05-07T09:30:00.000Z',
  })
  expect(found?.posts[4]).toMatchObject({ title: 'A talk ’s' })
  expect(markdownOf(found?.posts[4])).toContain('https://old.example/a.mp3')
  expect(found?.rejected).toEqual([
    { kind: 'rejected', key: 'post-7', title: 'Gone', reason: 'the file with the text is missing' },
  ])
  expect(found?.dropped).toEqual({ 'lists of e-mail addresses': 1, statistics: 1, pages: 1 })
  expect((await readAll(readSubstack, files, true))?.posts.at(-1)?.slug).toBe('about')
})

test('Substack: files of other systems are not read', async () => {
  expect(await readAll(readSubstack, { 'posts.csv': 'a,b\n1,2\n', 'x.html': '' })).toBeUndefined()
})

test('CSV: quotes, line breaks in cells, empty cells and lines', () => {
  expect(parseCsv('\uFEFFa,"b ""c""\nd",\r\n\r\n,e,"f"')).toEqual([
    ['a', 'b "c"\nd', ''],
    ['', 'e', 'f'],
  ])
})

test('Substack: what asks readers to subscribe or to share is left out, and other buttons are links', async () => {
  const button = (words: string) =>
    `<p class="button-wrapper" data-component-name="ButtonCreateButton"><a class="button primary" href="https://a.example/x"><span>${words}</span></a></p>`
  const html = `<p>Rye.</p>${button('Subscribe now')}<div class="subscription-widget-wrap"><p class="cta-caption">Thanks for reading!</p></div>${button('Share The Baker')}${button('See the oven')}`
  const files = { 'posts.csv': `${HEAD}1.rye,2019-05-07,true,,newsletter,everyone,Rye,,`, 'posts/1.rye.html': html }
  const text = markdownOf((await readAll(readSubstack, files))?.posts[0])
  expect(text.trim()).toBe('Rye.\n\n[See the oven](https://a.example/x)')
})
