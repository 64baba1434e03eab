import { describe, expect, test } from 'bun:test'
import { checkContent } from '#server/content/lint.ts'
import { aPost, asLines, contentDir, contentWith } from '#tests/content/content-dir.ts'

const FILE = 'authors/ann-lee.yml'

async function authorsOf(text: string) {
  const { dir, content } = await contentWith({ [FILE]: text })
  return { authors: content.snapshot().authors, problems: asLines(dir, content.snapshot().problems) }
}

describe('the file of an author', () => {
  test('has a name, and may have a picture, a biography and links', async () => {
    const { authors, problems } = await authorsOf(
      'name: Ann Lee\npicture: storage/public/posts/ann.webp\nbiography: "Bakes *bread*."\n' +
        'links:\n  - { label: Her bakery, url: "https://bakery.example/@ann" }\n  - { label: Photos, url: http://photos.example }\n',
    )
    expect(problems).toEqual([])
    expect(authors.get('ann-lee')).toMatchObject({
      id: 'ann-lee',
      name: 'Ann Lee',
      picture: 'posts/ann.webp',
      biography: 'Bakes *bread*.',
      links: [
        { label: 'Her bakery', url: 'https://bakery.example/@ann' },
        { label: 'Photos', url: 'http://photos.example/' },
      ],
    })
  })

  test('needs no more than a name', async () => {
    const { authors, problems } = await authorsOf('name: Ann\npicture:\nbiography:\nlinks:\n')
    expect(problems).toEqual([])
    expect(authors.get('ann-lee')).toMatchObject({ name: 'Ann', picture: '', biography: '', links: [] })
  })

  test('may have an @ at the end of a paragraph, an entry or a line', async () => {
    const biography =
      '<p>Bakes@</p><p>lee.example</p><ul><li>Bakes@</li><li>lee.example</li></ul>Bakes@<br/>lee.example'
    const { problems } = await authorsOf(`name: Ann\nbiography: '${biography}'\n`)
    expect(problems).toEqual([])
  })

  const linked = (url: string) => `name: Ann\nlinks:\n  - { label: Home, url: ${JSON.stringify(url)} }\n`
  const NO_URL = '3:25 links.0.url: must be a complete URL that begins with https:// or http://'
  test.each([
    ['no name', 'biography: Bakes.\n', '1:1 name: is missing'],
    ['an empty name', 'name: " "\n', '1:7 name: is missing'],
    ['a name that is too long', `name: ${'x'.repeat(101)}\n`, '1:7 name: must be at most 100 characters long'],
    ['an e-mail address as name', 'name: ann@lee.example\n', '1:7 name: must not contain an e-mail address'],
    [
      'an e-mail address in the biography',
      'name: Ann\nbiography: "Write to <ann@lee.example>."\n',
      '2:12 biography: must not contain an e-mail address',
    ],
    ...[
      'ann&#64;lee.example',
      'ann&#x40lee&period;example',
      'ann&commat;lee.example',
      'ann＠lee.example',
      'ann﹫lee．example',
    ].map((written): [string, string, string] => [
      `an e-mail address that is written ${written}`,
      `name: Ann\nbiography: "100 % rye: ${written}"\n`,
      '2:12 biography: must not contain an e-mail address',
    ]),
    ...[
      'ann<b>@</b>lee.example',
      'ann@<i>lee</i>.<i>example</i>',
      '<span>ann</span><wbr>&#64;<wbr><span>lee</span>.example',
      'ann<!-- not -->@<!-- this -->lee.example',
      'ann[@](https://bakery.example)lee.example',
      'ann@**lee**<b></b>.example',
    ].map((written): [string, string, string] => [
      `an e-mail address that readers see for ${written}`,
      `name: Ann\nbiography: '100 % rye: ${written}'\n`,
      '2:12 biography: must not contain an e-mail address',
    ]),
    ...['?to=ann@lee.example', 'ann%40lee.example', '%ffann%EF%BC%A0lee%2eexample'].map(
      (path): [string, string, string] => [
        `an e-mail address in the URL /${path}`,
        linked(`https://bakery.example/${path}`),
        '3:25 links.0.url: must not contain an e-mail address',
      ],
    ),
    [
      'a biography that is too long',
      `name: Ann\nbiography: ${'x'.repeat(2001)}\n`,
      '2:12 biography: must be at most 2000 characters long',
    ],
    ['a picture elsewhere', 'name: Ann\npicture: ../ann.webp\n', '2:10 picture: must be a path under storage/public'],
    ['links that are no list', 'name: Ann\nlinks: https://ann.example\n', '2:8 links: must be a list'],
    ['a link without a label', 'name: Ann\nlinks:\n  - url: https://ann.example\n', '3:5 links.0.label: is missing'],
    ['a link to a script', linked('javascript:alert(1)'), NO_URL],
    ['a link with a hidden script', linked('java\tscript:alert(1)'), NO_URL],
    ['a link to data', linked('data:text/html,x'), NO_URL],
    ['a link to a mailbox', linked('mailto:ann@lee.example'), NO_URL],
    ['a link with a user', linked('https://ann:secret@lee.example'), NO_URL],
    ['a path', linked('/blog'), NO_URL],
  ])('is reported with its position for %s', async (_, text, line) => {
    const { authors, problems } = await authorsOf(text)
    expect(problems).toEqual([`${FILE}:${line}`])
    expect(authors.size).toBe(0)
  })

  test('keeps its last good version when it becomes invalid later', async () => {
    const { content, dir } = await contentWith({ [FILE]: 'name: Ann\n' })
    await Bun.write(`${dir}/${FILE}`, 'name: [')
    await content.reload([FILE])
    expect([content.snapshot().authors.get('ann-lee')?.name, content.snapshot().problems.length]).toEqual(['Ann', 1])
  })
})

describe('the content check', () => {
  test('accepts any name as author, and links to the page of an author', async () => {
    const body = '[Ann](/blog/author/ann-lee), [nobody](/blog/author/ann-li)'
    const dir = await contentDir({
      [FILE]: 'name: Ann\n',
      'posts/a.md': aPost('author: ann-lee\n', body),
      'posts/b.md': aPost('author: somebody-else\n'),
    })
    const { problems } = await checkContent({ dir })
    expect(asLines(dir, problems)).toEqual([
      'posts/a.md:7:30 broken link: /blog/author/ann-li (did you mean /blog/author/ann-lee?)',
    ])
  })

  test('reports a picture that is missing', async () => {
    const dir = await contentDir({ [FILE]: 'name: Ann\npicture: posts/ann.webp\n', 'public/x': 'x' })
    const { problems } = await checkContent({ dir, storageDir: dir })
    expect(asLines(dir, problems)).toEqual([`${FILE}:1:1 there is no image at /storage/posts/ann.webp`])
  })
})
