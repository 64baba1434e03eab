import { describe, expect, test } from 'bun:test'
import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { ContentFile, ContentProblems } from '#contract/content.ts'
import type { PostSource } from '#contract/posts.ts'
import { auditOf } from '#tests/audit/audit-of.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { git } from '#tests/helpers/git.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestAppOptions, testApp } from '#tests/helpers/test-app.ts'

const BROKEN = aPost({ date: '32/04/2023', title: 'Bread', body: '<p>Body</p>' })
const REASON = 'date: "32/04/2023" is not a date (write 2023-04-19)'
const FIXED = BROKEN.replace('32/04/2023', '2023-04-19')

const ends = endsOfEachTest()

/** A site with files that an editor has left invalid, and the administrator's requests about them. */
async function siteWith(files: Record<string, string>, options: TestAppOptions = {}) {
  const app = await testApp({ files, ...options })
  ends.push(app.close)
  const token = await app.login()
  const read = (file: string) =>
    app.send('GET', `${adminPaths.contentFile}?${new URLSearchParams({ file })}`, { token })
  const write = (json: unknown) => app.send('PUT', adminPaths.contentFile, { token, json })
  const listed = async (): Promise<ContentProblems> =>
    (await app.send('GET', adminPaths.contentProblems, { token })).json()
  return {
    app,
    read,
    write,
    listed,
    opened: async (file: string): Promise<ContentFile> => (await read(file)).json(),
    onDisk: (file: string) => readFile(join(app.dir, 'content', file), 'utf8'),
    put: (file: string, text: string) => Bun.write(join(app.dir, 'content', file), text),
  }
}

describe('an invalid content file', () => {
  test('is returned with its text and problems, and is live once it is repaired', async () => {
    const { app, opened, write, listed, onDisk } = await siteWith({ 'posts/x.html': BROKEN })
    expect((await app.get('/blog/x')).status).toBe(404)
    const { revision, ...file } = await opened('posts/x.html')
    const problem = { file: 'posts/x.html', line: 5, column: 7, reason: REASON, severity: 'error', shown: 'nothing' }
    expect(file).toMatchObject({
      file: 'posts/x.html',
      text: BROKEN,
      problems: [{ ...problem, line: file.problems[0]?.line }],
    })

    expect((await write({ file: 'posts/x.html', text: FIXED, revision })).status).toBe(200)
    expect(await (await app.get('/blog/x')).text()).toContain('Body')
    expect(await onDisk('posts/x.html')).toBe(FIXED)
    expect(await listed()).toEqual({ total: 0, problems: [] })
    const [line] = (await auditOf({ dir: app.dir })).filter(({ event }) => event === 'content-file.repaired')
    expect(line).toMatchObject({ subject: 'posts/x.html', actor: 'a…@testery.example' })
  })

  test('stays as it is while the text is invalid: the answer says where and why', async () => {
    const { opened, write, onDisk } = await siteWith({ 'posts/x.html': BROKEN })
    const { revision } = await opened('posts/x.html')
    const worse = BROKEN.replace('32/04/2023', '33/04/2023')
    const answer = await write({ file: 'posts/x.html', text: worse, revision })
    const reason = REASON.replace('32/04', '33/04')
    expect(answer.status).toBe(422)
    const { message, problems } = await answer.json()
    expect(message).toBe(`posts/x.html:${problems[0].line}:${problems[0].column} ${reason}`)
    expect(problems).toEqual([expect.objectContaining({ file: 'posts/x.html', reason, severity: 'error' })])
    expect(await onDisk('posts/x.html')).toBe(BROKEN)
  })

  test('is not overwritten when another program has changed it meanwhile', async () => {
    const { opened, write, onDisk, put } = await siteWith({ 'posts/x.html': BROKEN })
    const { revision } = await opened('posts/x.html')
    await put('posts/x.html', `${BROKEN}<p>More</p>`)
    expect((await write({ file: 'posts/x.html', text: FIXED, revision })).status).toBe(409)
    expect(await onDisk('posts/x.html')).toBe(`${BROKEN}<p>More</p>`)
  })

  test('may be any kind of text file, and is one commit', async () => {
    const { app, opened, write } = await siteWith({ 'tags/cold.yml': 'name: [' }, { inGit: true })
    const { revision } = await opened('tags/cold.yml')
    expect((await write({ file: 'tags/cold.yml', text: 'name: Cold\n', revision })).status).toBe(200)
    expect(app.content.snapshot().tags.get('cold')?.name).toBe('Cold')
    await app.committed()
    expect(await git(app.dir, 'log', '-1', '--format=%s')).toContain('content: repair tags/cold.yml')
  })

  test('is listed by its path inside the content folder, each problem once', async () => {
    const { listed } = await siteWith({ 'posts/x.html': BROKEN, 'tags/cold.yml': 'name: [' })
    const { total, problems } = await listed()
    expect(new Set(problems.map(({ file }) => file))).toEqual(new Set(['posts/x.html', 'tags/cold.yml']))
    const lines = problems.map(({ file, line, column, reason }) => `${file}:${line}:${column} ${reason}`)
    expect(new Set(lines).size).toBe(total)
  })
})

describe('a post that only lenient parsers read', () => {
  const LENIENT = '---\ntitle: "Bread\nand butter"\ndate: 2024-05-06\n---\n\nText.\n'
  const REPAIRED = LENIENT.replace('and butter', '  and butter')

  test('is offered with its lines repaired, and its fields can be saved then', async () => {
    const { app, opened, write, listed } = await siteWith({ 'posts/x.md': LENIENT })
    const token = await app.login()
    const source = async (): Promise<PostSource> =>
      (await (await app.send('GET', '/api/blog-posts/x?state=all', { token })).json()).source
    expect((await source()).to_repair).toBe('posts/x.md')
    const { repaired, revision } = await opened('posts/x.md')
    expect(repaired).toEqual({ line: 3, text: REPAIRED })
    expect((await write({ file: 'posts/x.md', text: repaired?.text, revision })).status).toBe(200)
    expect(await source()).toMatchObject({ title: 'Bread and butter' })
    expect((await source()).to_repair).toBeUndefined()
    expect(await listed()).toMatchObject({ total: 0 })
  })

  test('can have its content changed before that, and no field', async () => {
    const { app, onDisk } = await siteWith({ 'posts/x.md': LENIENT })
    const token = await app.login()
    const { source } = await (await app.send('GET', '/api/blog-posts/x?state=all', { token })).json()
    const save = (changes: Record<string, string>) => {
      const { title, summary, content, format, revision } = source
      const form = new FormData()
      for (const [key, value] of Object.entries({ title, summary, content, format, revision, ...changes }))
        form.set(key, value)
      return app.send('POST', '/api/blog-posts/x?_method=PUT', { token, form })
    }
    expect((await save({ title: 'Rye' })).status).toBe(422)
    expect((await save({ content: 'Other.' })).status).toBe(200)
    expect(await onDisk('posts/x.md')).toBe(LENIENT.replace('Text.', 'Other.'))
  })
})

describe('no other file can be read or written', () => {
  test.each([
    'posts/valid.html',
    'posts/missing.html',
    'site.yml',
    '../storage/private/admin.json',
    '..%2fstorage/private/admin.json',
    'posts/../../storage/private/admin.json',
    './posts/x.html',
    'posts//x.html',
    'posts\\x.html',
    '/etc/passwd',
    'posts/x.html\0',
    'content/posts/x.html',
    'posts',
    '.',
    '__proto__',
  ])('%j', async (file) => {
    const { read, write, opened } = await siteWith({ 'posts/x.html': BROKEN, 'posts/valid.html': aPost() })
    const { revision } = await opened('posts/x.html')
    for (const answer of [await read(file), await write({ file, text: FIXED, revision })]) {
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual({ message: 'This file has no problem that can be repaired here.' })
    }
  })

  test('not the target of a link', async () => {
    const { app, read, write } = await siteWith({ 'posts/x.html': BROKEN })
    await symlink(join(app.dir, 'storage/private/admin.json'), join(app.dir, 'content/posts/link.md'))
    await app.services.content.reload(['posts/link.md'])
    for (const answer of [
      await read('posts/link.md'),
      await write({ file: 'posts/link.md', text: FIXED, revision: 'r' }),
    ]) {
      expect(answer.status).toBe(422)
      expect(await answer.text()).not.toContain('testery')
    }
  })

  test('and neither without a token, a file or a revision', async () => {
    const { app, write, read } = await siteWith({ 'posts/x.html': BROKEN })
    expect((await app.get(`${adminPaths.contentFile}?file=posts/x.html`)).status).toBe(401)
    expect((await app.send('PUT', adminPaths.contentFile, { json: {} })).status).toBe(401)
    expect((await read('')).status).toBe(422)
    expect((await write({ file: 'posts/x.html', text: FIXED })).status).toBe(422)
  })
})
