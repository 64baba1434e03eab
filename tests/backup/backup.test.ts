import { beforeEach, describe, expect, test } from 'bun:test'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { png } from '#tests/media/inputs.ts'
import { another } from '#tests/registration/a-registration.ts'
import { allOf, aPlace, type Place } from './a-backup.ts'

const ends = endsOfEachTest()
let place: Place
beforeEach(async () => {
  place = await aPlace()
  ends.push(place.remove)
})

const env = { RATE_LIMITS: 'off' }
async function site(options: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp({ files: { 'posts/a.md': aPost({ title: 'A bake' }) }, env, ...options })
  ends.push(app.close)
  return app
}

async function save(
  app: TestApp,
  token: string,
  changes: Record<string, string | File>,
  path: string = apiPaths.posts,
) {
  const form = new FormData()
  const fields = { title: 'A post', summary: 'In short.', content: 'Text.', format: 'md', category_id: 'production' }
  for (const [name, value] of Object.entries({ ...fields, ...changes })) form.set(name, value)
  const answer = await app.send('POST', path, { token, form })
  if (!answer.ok) throw new Error(`Saving was answered ${answer.status}.`)
  return answer.json()
}
const aPicture = () => new File([new Uint8Array(png(60, 40))], 'photo.png', { type: 'image/png' })
const git = (dir: string, ...args: string[]) => gitIn(dir)(args)

/** Derived, of the running process, or about this folder alone. */
const LEFT_OUT =
  /^(?:html|backups|cache-v\d+\.sqlite.*|server.json|last-backup.json|(?:admin|audit|sessions).lock|command.key)$/

describe('bun run backup and bun run restore', () => {
  test('bring back a git checkout with history, uncommitted work and sign-ups, and the site runs from there', async () => {
    const app = await site({ inGit: true })
    const token = await app.login()
    const { id, image } = await save(app, token, { title: 'With a picture', image: aPicture() })
    await app.post(apiPaths.register, another(1))
    await Bun.write(join(app.dir, 'content/posts/by-hand.md'), aPost({ title: 'Not committed' }))
    await rm(join(app.dir, 'content/tags/milk.yml'))
    await git(app.dir, 'branch', 'other')
    const unsaved = adminPaths.workingCopy('new-0123456789abcdef')
    const text = { revision: null, fields: { format: 'md', title: 'Not saved' } }
    expect((await app.send('PUT', unsaved, { token, json: text })).status).toBe(200)

    await place.backup(app.dir, `--to=${place.in('b.tar.gz')}`)
    expect((await stat(place.in('b.tar.gz'))).mode & 0o777).toBe(0o600)
    await place.restore(place.in('b.tar.gz'), '--verify')
    expect(place.output.at(-1)).toMatch(
      /^The backup is whole: \d+ files, made 2026-11-21T06:15:00.000Z by version 1.2.3$/,
    )
    await place.restore(place.in('b.tar.gz'), `--to=${place.in('new')}`)

    expect(await allOf(place.in('new'))).toEqual(await allOf(app.dir))
    for (const asked of [['log', '--all', '--format=%H %D %s'], ['status', '--porcelain'], ['branch']])
      expect(await git(place.in('new'), ...asked)).toBe(await git(app.dir, ...asked))
    expect(await git(place.in('new'), 'fsck', '--strict')).not.toContain('error')
    expect((await stat(place.in('new/storage/private/admin.json'))).mode & 0o777).toBe(0o600)
    expect((await stat(place.in('new/storage/private'))).mode & 0o777).toBe(0o700)

    await app.services.content.reload(['posts/by-hand.md', 'tags/milk.yml'])
    const again = await testApp({ dir: place.in('new'), env })
    ends.push(again.stop)
    for (const path of ['/', '/blog', `/blog/${id}`, `/storage/${image}`, '/blog/by-hand'])
      expect([path, (await again.get(path)).status]).toEqual([path, 200])
    expect(await (await again.get(apiPaths.post(id))).json()).toEqual(await (await app.get(apiPaths.post(id))).json())
    const taken = await again.post(apiPaths.register, another(2, { username: 'username-1' }))
    expect([taken.status, (await taken.json()).errors.username.message]).toEqual([
      422,
      'This username is already taken.',
    ])
    // The backup contains no session.
    expect((await again.send('GET', adminPaths.sessions, { token })).status).toBe(401)
    const next = await again.login()
    expect((await (await again.send('GET', unsaved, { token: next })).json()).title).toBe('Not saved')
    await save(again, next, { title: 'Afterwards' })
    await again.committed()
    expect(await git(place.in('new'), 'log', '-1', '--format=%s')).toBe('post: create "Afterwards"')
  })

  test('back up a site without git while posts move and visitors sign up, with every post and line once', async () => {
    const app = await site()
    const token = await app.login()
    const posts = ['one', 'two', 'three', 'four']
    for (const title of posts) await save(app, token, { title, content: `${title} 0\n\nEnd of ${title}.` })
    let writing = true
    let rounds = 0
    let signUps = 0
    const addresses = new Map(posts.map((title) => [title, title]))
    const saves = (async () => {
      for (; writing; rounds++) {
        const title = posts[rounds % posts.length] ?? ''
        const address = `${title}-${rounds}`
        const path = `${apiPaths.post(addresses.get(title) ?? '')}?_method=PUT`
        await save(app, token, { title, address, content: `${title} ${rounds}\n\nEnd of ${title}.` }, path)
        addresses.set(title, address)
        await Bun.sleep(20)
      }
    })()
    const forms = (async () => {
      while (writing) await app.post(apiPaths.register, another(++signUps))
    })()
    try {
      await place.backup(app.dir, `--to=${place.in('b.tar.gz')}`)
    } finally {
      writing = false
      await Promise.all([saves, forms])
    }
    await place.restore(place.in('b.tar.gz'), `--to=${place.in('new')}`)

    const names = (await readdir(place.in('new/content/posts'))).filter((name) => name !== 'a.md')
    const texts = await Promise.all(names.map((name) => readFile(place.in(`new/content/posts/${name}`), 'utf8')))
    const last = texts.map((text) => /End of (\w+)\.\n*$/.exec(text)?.[1])
    expect(last.sort()).toEqual(posts.toSorted())
    const lines = (await readFile(place.in('new/storage/private/registrations.jsonl'), 'utf8')).split('\n')
    expect(lines.pop()).toBe('')
    expect(lines.map((line) => JSON.parse(line).username)).toEqual(lines.map((_, n) => `username-${n + 1}`))
    const again = await testApp({ dir: place.in('new'), env })
    ends.push(again.stop)
    expect([...again.content.snapshot().posts.values()].map(({ title }) => title).sort()).toEqual(
      ['A bake', ...posts].sort(),
    )
  })

  test('leave out derived files, the process lock and older backups, and write a new private file', async () => {
    const app = await site()
    await app.get('/blog/a')
    await Bun.write(join(app.dir, 'storage/private/server.json'), '{}')
    await Bun.write(join(app.dir, 'storage/private/backups/old.tar.gz'), 'x')
    await place.backup(app.dir)
    const file = join(app.dir, 'storage/private/backups/backup-2026-11-21T06-15-00Z.tar.gz')
    await place.restore(file, `--to=${place.in('new')}`)
    expect((await readdir(place.in('new/storage/private'))).sort()).toEqual(
      (await readdir(join(app.dir, 'storage/private'))).filter((name) => !LEFT_OUT.test(name)).sort(),
    )
    await expect(place.backup(app.dir)).rejects.toThrow('is there already')
    expect((await readdir(join(app.dir, 'storage/private/backups'))).sort()).toEqual([
      file.split('/').at(-1) ?? '',
      'old.tar.gz',
    ])
  })
})
