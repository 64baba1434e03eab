import { expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import { revisionOf } from '#server/content/files/content-files.ts'
import { decodeFile } from '#server/content/files/decode-file.ts'
import { checkContent } from '#server/content/lint.ts'
import { ContentFileError } from '#server/text/front-matter/content-file-error.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { aPost, smallContent } from '#tests/helpers/small-content.ts'
import { anImport } from '#tests/import/importing.ts'
import { followingSites } from './following-site.ts'

/** As git writes it, with and without the version of the common ancestor. */
const conflict = (ours: string, theirs: string, base?: string) =>
  `<<<<<<< HEAD\n${ours}\n${base === undefined ? '' : `||||||| 1a2b3c4\n${base}\n`}=======\n${theirs}\n>>>>>>> origin/main\n`
const yaml = (lines: string) => `---\ntitle: "Oven"\n${lines}date: 2026-01-02\n---\nText.\n`
const dates = conflict('updated: 2026-02-01', 'updated: 2026-02-02')
const body = (text: string) => aPost({ title: 'Oven', body: text })

function problemOf(file: string, text: string): string | undefined {
  try {
    decodeFile(file, new TextEncoder().encode(text))
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    const [flaw] = error.flaws
    return `${flaw?.line}:${flaw?.column} ${flaw?.reason}`
  }
}

test.each([
  ['the front matter', 'posts/oven.md', yaml(dates), '3:1'],
  [
    'front matter in TOML',
    'posts/oven.md',
    `+++\ntitle = "Oven"\n${conflict('weight = 1', 'weight = 2')}+++\nText.\n`,
    '3:1',
  ],
  [
    'front matter in JSON',
    'posts/oven.md',
    `{\n"title": "Oven",\n${conflict('"a": 1,', '"a": 2,')}"date": "2026-01-02" }\nText.\n`,
    '3:1',
  ],
  ['a whole post', 'posts/oven.md', conflict(yaml(''), yaml('draft: true\n')), '1:1'],
  [
    'both sides of the closing fence',
    'posts/oven.md',
    `---\ntitle: "Oven"\n${conflict('tags: [a]\n---\nOne.', 'tags: [b]\n---\nTwo.')}`,
    '3:1',
  ],
  ['the text', 'posts/oven.md', body(`First.\n\n${conflict('Cold.', 'Hot.')}\nLast.`), '9:1'],
  ['the text, with the common ancestor', 'posts/oven.md', body(conflict('Cold.', 'Hot.', 'Warm.')), '7:1'],
  [
    'the text, with line ends of Windows',
    'posts/oven.md',
    body(conflict('Cold.', 'Hot.')).replaceAll('\n', '\r\n'),
    '7:1',
  ],
  [
    'the text, with line ends of old Macs',
    'posts/oven.md',
    body(conflict('Cold.', 'Hot.')).replaceAll('\n', '\r'),
    '7:1',
  ],
  ['a comment', 'posts/oven.md', body(`<!--\n${conflict('Cold.', 'Hot.')}-->\n\nText.`), '8:1'],
  ['a comment without an end', 'posts/oven.html', body(`<p>x</p>\n<!-- <pre>\n${conflict('Cold.', 'Hot.')}`), '9:1'],
  ['both sides of a comment', 'posts/oven.md', body(conflict('<!-- Cold.', 'Hot. -->')), '7:1'],
  ['a text in HTML', 'posts/oven.html', body(`<p>First.</p>\n${conflict('<p>Cold.</p>', '<p>Hot.</p>')}`), '8:1'],
  ['code that one side ends', 'posts/oven.md', body(`\`\`\`\nx\n${conflict('y\n```\nCold.', '```\nHot.')}`), '9:1'],
  [
    'the text behind code without an end',
    'posts/oven.md',
    body(`Type <code>x.\n\n${conflict('Cold.', 'Hot.')}`),
    '9:1',
  ],
  ['the text behind code', 'posts/oven.md', body(`<pre>\nx\n</pre>\n${conflict('Cold.', 'Hot.')}`), '10:1'],
  ['the text, before code', 'posts/oven.md', body(`${conflict('Cold.', 'Hot.')}\n<pre>x</pre>`), '7:1'],
  [
    'the settings',
    'site.yml',
    (smallContent['site.yml'] ?? '').replace('slug:', `${conflict('footer: a', 'footer: b')}slug:`),
    '2:1',
  ],
  ['the prices', 'plans.yml', `plans:\n${conflict('  - { monthly_price: 1 }', '  - { monthly_price: 2 }')}`, '2:1'],
  ['a category', 'categories/ovens.yml', conflict('name: Ovens', 'name: Oven'), '1:1'],
  ['an author', 'authors/ann.yml', `name: Ann\n${conflict('role: a', 'role: b')}`, '2:1'],
  ['the names of authors', 'posts/authors.yml', `ann:\n${conflict('  name: Ann', '  name: Anna')}`, '2:1'],
  ['a legal text', 'legal/privacy-policy.md', `# Policy\n\n${conflict('We store.', 'We do not store.')}`, '3:1'],
  ['a section', 'posts/drafts/_index.md', yaml(dates), '3:1'],
])('a merge conflict in %s is a problem of its line', (_, file, text, place) => {
  expect(problemOf(file, text)).toStartWith(`${place} merge conflict: `)
})

test.each([
  ['a fenced block', `Git writes:\n\n\`\`\`text\n${conflict('a', 'b')}\`\`\``],
  ['<pre>', `<pre>\n${conflict('a', 'b')}</pre>`],
  ['<code> in <pre>', `<PRE class="a">\n<code>\n${conflict('a', 'b')}</code>\n</PRE >`],
  ['no text: an underlined heading', 'Heading\n=======\n\nText.'],
  ['no text: the first marker alone', '<<<<<<< is how it begins.\n\nText.'],
  ['no text: indented', `    ${conflict('a', 'b').trimEnd().replaceAll('\n', '\n    ')}`],
])('markers of git are no problem in %s', (_, text) => {
  expect(problemOf('posts/oven.md', body(text))).toBeUndefined()
})

const following = followingSites()

test('a conflict on the disk leaves the last good version live, and a save or import with one is rejected', async () => {
  const site = await following({
    files: { 'posts/oven.md': body('Bake at ten.'), 'posts/b.md': aPost({ title: 'B' }) },
  })
  // A text is read when it is first shown: it must not be that of a later version.
  await site.shows('/blog/oven', 'Bake at ten.')
  await site.write('posts/oven.md', body('Bake at noon.'))
  await eventually(
    () => site.services.content.snapshot().posts.get('oven')?.revision,
    (revision) => revision === revisionOf(body('Bake at noon.')),
  )
  await site.shows('/blog/oven', 'Bake at noon.')
  await site.write('posts/oven.md', body(conflict('Bake at one.', 'Bake at two.')))
  await site.write('posts/b.md', aPost({ title: 'Now the watcher has read both' }))
  await site.shows('/blog/b', 'Now the watcher has read both')
  for (const path of ['/blog/oven', apiPaths.post('oven'), '/feed.xml']) {
    const shown = await (await site.get(path)).text()
    expect(shown).toContain('Bake at noon.')
    expect(shown).not.toContain('Bake at one.')
  }
  const { problems } = await checkContent({ dir: `${site.dir}/content` })
  expect(problems).toContainEqual(
    expect.objectContaining({ line: 7, severity: 'error', reason: expect.stringMatching(/^merge conflict/) }),
  )

  const token = await site.session()
  const form = {
    title: 'B',
    summary: '<p>In short.</p>',
    content: conflict('One.', 'Two.'),
    format: 'md',
    category_id: 'production',
  }
  const saved = await site.send('POST', `${apiPaths.post('b')}?_method=PUT`, { token, form })
  expect([saved.status, await saved.text()]).toEqual([422, expect.stringContaining('merge conflict')])
  expect(await (await site.get('/blog/b')).text()).not.toContain('=======')
})

test('an import rejects files with a merge conflict, and says so', async () => {
  const folder = await anImport({
    'config.toml': 'title = "Ovens"\n',
    'content/posts/good.md': yaml(''),
    'content/posts/head.md': yaml(dates),
    'content/posts/text.md': yaml('').replace('Text.', conflict('Cold.', 'Hot.')),
  })
  const { plan } = await folder.import()
  expect(plan.states).toMatchObject({ live: 1, rejected: 2 })
  expect(JSON.stringify(plan).match(/merge conflict/g)).toHaveLength(2)
})
