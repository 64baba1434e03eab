import { describe, expect, test } from 'bun:test'
import { decodePostFile } from '#server/content/files/decode-file.ts'
import { bodyOf, decodePost, editPost, newPost } from '#server/content/files/post-file.ts'
import { ContentFileError } from '#server/text/front-matter/content-file-error.ts'
import { aPost } from './content-dir.ts'

const decode = (text: string, file = 'posts/a-post.md') => decodePost(file, text, 'r')

const warningsOf = (text: string, file = 'posts/a-post.md') =>
  decodePostFile(file, text, 'r').warnings.map(({ line, column, reason }) => `${line}:${column} ${reason}`)

function flawsOf(act: () => unknown): string[] {
  try {
    act()
  } catch (error) {
    if (error instanceof ContentFileError)
      return error.flaws.map(({ line, column, reason }) => `${line}:${column} ${reason}`)
    throw error
  }
  return []
}

describe('parsing a post file', () => {
  test('reads its front matter', () => {
    const text = aPost(
      'summary: <p>Short</p>\ncategory: crm\ntags: [milk, sauce]\nimage: /storage/posts/x.webp\nimage_alt: A van\nupdated: 2024-02-03T10:00+02:00\ndraft: true\nimage_caption: At four\nimage_focus: 40% 25%\nseo_title: For searches\nseo_description: In short\ncanonical: https://elsewhere.example/post\nexpires: 2030-01-01\naliases: [old]\nauthor: Ann\n',
    )
    expect(decode(text)).toEqual({
      id: 'a-post',
      file: 'posts/a-post.md',
      format: 'md',
      revision: 'r',
      title: 'A post',
      summary: '<p>Short</p>',
      category: 'crm',
      tags: ['milk', 'sauce'],
      image: 'posts/x.webp',
      imageAlt: 'A van',
      date: '2024-01-02T00:00:00.000Z',
      updated: '2024-02-03T08:00:00.000Z',
      draft: true,
      expires: '2030-01-01T00:00:00.000Z',
      aliases: ['old'],
      author: 'Ann',
      image_caption: 'At four',
      image_focus: '40% 25%',
      seo_title: 'For searches',
      seo_description: 'In short',
      canonical: 'https://elsewhere.example/post',
      words: 1,
    })
  })

  test('requires only a title and a date', () => {
    expect(decode(aPost())).toMatchObject({
      summary: '',
      category: null,
      tags: [],
      image: null,
      draft: false,
      author: null,
    })
  })

  test('reads what other programs write for search engines, as far as it has a meaning here', () => {
    const ghost =
      'meta_title: T\nmeta_description: "D\\nE"\ncanonical_url: https://a.example/b\nfeature_image_caption: Photo by <a href="https://c.example">Cy</a> &amp; Di\n'
    expect(decode(aPost(ghost))).toMatchObject({
      seo_title: 'T',
      seo_description: 'D E',
      canonical: 'https://a.example/b',
      image_caption: 'Photo by Cy & Di',
    })
    expect(decode(aPost('canonical_url: b.html\nmeta_title: false\n'))).toMatchObject({ canonical: '', seo_title: '' })
  })

  test.each([
    ...[
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      'evil.example',
      'https://a b',
      'https://user:pw@a.example',
    ],
    ...['ftp://a.example', '/a"b', 'https://'],
  ])('leaves out %p as canonical URL', (url) => {
    const text = aPost(`canonical: ${JSON.stringify(url)}\n`)
    expect(decode(text).canonical).toBe('')
    expect(warningsOf(text)).toEqual([expect.stringContaining('(write a URL that begins with https://, http:// or /)')])
  })

  test.each(['center', '40%', '101% 5%', '40% 25%; color: red', '1e1% 5%', '-5% 5%'])(
    'leaves out %p as focal point',
    (focus) => {
      const text = aPost(`image_focus: ${JSON.stringify(focus)}\n`)
      expect(decode(text).image_focus).toBe('')
      expect(warningsOf(text)).toEqual([expect.stringContaining('(write two percentages: 40% 25%)')])
    },
  )

  test('keeps the spelling of a numeric title', () => {
    const titles = ['1.10', '2024', '010', 'true', 'No', '12:30:00', '~x', '"null"']
    expect(titles.map((title) => decode(aPost().replace('A post', title)).title)).toEqual([
      '1.10',
      '2024',
      '010',
      'true',
      'No',
      '12:30:00',
      '~x',
      'null',
    ])
  })

  test('reads the date of the file name', () => {
    expect(decode('---\ntitle: Menu\n---\n', 'posts/2023-04-19-menu.html')).toMatchObject({
      id: 'menu',
      format: 'html',
      date: '2023-04-19T00:00:00.000Z',
    })
  })

  test('accepts a byte order mark, CRLF and a body that begins with a rule', () => {
    const text = `\uFEFF${aPost('tags: [milk]\n', '---\n\nBody.').replaceAll('\n', '\r\n')}`
    expect(decode(text)).toMatchObject({ title: 'A post', tags: ['milk'] })
    expect(bodyOf(text)).toBe('---\n\nBody.')
  })

  test('trims blank lines around the body', () => {
    expect(bodyOf('---\ntitle: x\n---\n\n \n  indented\n\nlast\n\n')).toBe('  indented\n\nlast')
    expect(bodyOf('---\ntitle: x\n---')).toBe('')
  })

  test('ignores inherited and special keys', () => {
    const entry = decode(aPost('__proto__: { draft: true, author: Eve }\nconstructor: { x: 1 }\n'))
    expect(entry).toMatchObject({ draft: false, author: null })
    expect(Object.hasOwn(entry, '__proto__')).toBe(false)
    expect(({} as Record<string, unknown>).author).toBeUndefined()
  })
})

describe('parsing an invalid post file', () => {
  const cases: [string, string, string[]][] = [
    [
      'a wrong date and no other',
      aPost().replace('2024-01-02', '"32/04/2023"'),
      ['3:7 date: "32/04/2023" is not a date (write 2023-04-19)'],
    ],
    ['no date', '---\ntitle: x\n---\n', ['1:1 date: is missing (write 2023-04-19)']],
    ['a quote that does not end', aPost('author: "Ann\n'), ['5:1 Missing closing "quote']],
    ['no front matter', 'Just text', ['1:1 the file must begin with --- and its front matter']],
    ['four dashes', '----\ntitle: x\n----\n', ['1:4 nothing may follow --- on its line']],
    [
      'front matter that does not end',
      '---\ntitle: x\n',
      ['1:1 the front matter is not closed: write --- on a line of its own'],
    ],
    ['words after the closing dashes', '---\ntitle: x\n--- # end\n', ['3:4 nothing may follow --- on its line']],
    ['text for front matter', '---\njust text\n---\n', ['2:1 this must be a list of `key: value` lines']],
    ['a list for front matter', '---\n- a\n---\n', ['2:1 this must be a list of `key: value` lines']],
    ['endless brackets', `---\ntitle: ${'['.repeat(9_900)}\n---\n`, ['1:1 this is nested too deeply']],
    [
      'more brackets than the parser that names lines reads',
      `---\ntitle: ${'['.repeat(19_000)}\n---\n`,
      ['1:1 the YAML is broken, repeats a key, or has a wrong value (below 10,000 characters the line is named)'],
    ],
  ]
  for (const [what, text, flaws] of cases) {
    test(what, () => {
      const found = flawsOf(() => decode(text))
      expect(found).toEqual(flaws)
    })
  }

  test('reports line, column and reason, and the same ones the second time', () => {
    const broken = aPost('author: [\n')
    const first = flawsOf(() => decode(broken))
    expect(first.length).toBeGreaterThan(0)
    expect(flawsOf(() => decode(broken))).toEqual(first)
  })

  test('rejects a YAML alias bomb quickly', () => {
    const lines = Array.from(
      { length: 30 },
      (_, n) => `a${n}: &a${n} [${n === 0 ? 'x' : `*a${n - 1}, *a${n - 1}, *a${n - 1}`}]`,
    )
    const started = process.threadCpuUsage()
    flawsOf(() => decode(aPost(`${lines.join('\n')}\n`)))
    expect(process.threadCpuUsage(started).user).toBeLessThan(1_000_000)
  })

  test('rejects twenty thousand blank lines of front matter quickly', () => {
    const started = process.threadCpuUsage()
    flawsOf(() => decode(aPost('\n'.repeat(19_900))))
    expect(process.threadCpuUsage(started).user).toBeLessThan(1_000_000)
  })
})

describe('front matter that names a language is never executed', () => {
  const names = ['js', ' js', 'JS', 'javascript', ' javascript ', 'coffee', 'constructor', 'json5']
  for (const name of names) {
    test(`---${name}`, () => {
      const text = `---${name}\n{ title: (globalThis.ran = true, "x"), date: "2024-01-02" }\n---\n`
      expect(flawsOf(() => decode(text))).toEqual(['1:4 nothing may follow --- on its line'])
      expect(flawsOf(() => decode(`\uFEFF${text}`))).toEqual(['1:4 nothing may follow --- on its line'])
      expect('ran' in globalThis).toBe(false)
    })
  }

  test.each(['json', 'toml', 'yaml'])('---%s is read, not executed', (name) => {
    flawsOf(() => decode(`---${name}\n{ title: (globalThis.ran = true, "x"), date: "2024-01-02" }\n---\n`))
    expect('ran' in globalThis).toBe(false)
  })

  test('nor is a body that begins with it', () => {
    const text = newPost({ title: 'x', date: '2024-01-02' }, '---js\n{ title: (globalThis.ran = true) }\n---\n')
    expect(decode(text).title).toBe('x')
    expect(bodyOf(text)).toStartWith('---js\n')
    expect('ran' in globalThis).toBe(false)
  })
})

describe('a post without front matter', () => {
  const text = '# Rye *bread*\n\nThe first words.\n'

  test.each(['posts/2024-01-02-rye.md', 'posts/2024/01/02/rye.md', 'posts/2024-01-02-rye/index.mdx'])(
    'begins with its title and has its date in %s',
    (file) => {
      const { post, warnings } = decodePostFile(file, text, '')
      expect(post).toMatchObject({ title: 'Rye bread', date: '2024-01-02T00:00:00.000Z', draft: false, id: 'rye' })
      expect(post.teaser).toBe('The first words.')
      expect(warnings.map(({ reason }) => reason)).toEqual(['title: is missing, so the first heading is the title'])
    },
  )

  test.each([
    ['posts/rye.md', text],
    ['posts/2024/01/02/README.md', text],
    ['posts/2024-01-02-rye.md', 'Rye bread\n'],
    ['posts/2024-01-02-rye.md', '## Rye bread\n'],
    ['posts/2024-01-02-rye.html', text],
    ['posts/drafts/rye.md', text],
  ])('is none in %s, that begins with %j', (file, source) => {
    expect(() => decodePostFile(file, source, '')).toThrow('the file must begin with --- and its front matter')
  })

  test('gets front matter with the first change', () => {
    expect(editPost(text, { title: 'Rye bread' })).toBe(text)
    expect(editPost(text, { tags: ['rye'], date: '2024-01-03' })).toBe(
      `---\ntags:\n  - rye\ndate: 2024-01-03\n---\n\n${text}`,
    )
    expect(editPost(`\uFEFF${text.replaceAll('\n', '\r\n')}`, { draft: true })).toStartWith(
      '\uFEFF---\r\ndraft: true\r\n---\r\n\r\n# Rye',
    )
    expect(editPost(text, { body: '# Rye bread\n\nOther words.' })).toBe('# Rye bread\n\nOther words.\n')
  })
})
