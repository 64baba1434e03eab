import { describe, expect, test } from 'bun:test'
import { mkdtemp, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFileCache } from '#server/content/file-cache.ts'
import { createRedirectFile, createRedirectTracker } from '#server/content/redirects.ts'
import { createContent } from '#server/content/store.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'
import { contentDir, readOnlyDisk, silent } from '#tests/content/content-dir.ts'
import { openTestCacheDb } from '#tests/helpers/cache-db.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { git } from '#tests/helpers/git.ts'
import type { TestAppOptions } from '#tests/helpers/test-app.ts'

const blogApp = blogApps()
const FILE = '# ours\nname: Sourdough\ndescription: Slow bread.\n'

describe('a file of an author that is renamed', () => {
  const FILE = '# ours\nname: Maren Holt\nbiography: Bakes.\n'
  const page = (id: string) => `/blog/author/${id}`

  async function site() {
    const files = {
      'authors/maren.yml': FILE,
      'posts/bread.md': plainPost({ title: 'Bread', date: '2026-01-02', author: 'maren' }),
    }
    const app = await blogApp({ files })
    app.services.follow()
    const inFolder = (name: string) => join(app.dir, 'content/authors', `${name}.yml`)
    const untilLeads = (path: string, to: string | number) =>
      eventually(
        async () => {
          const answer = await app.get(path)
          return answer.headers.get('location') ?? answer.status
        },
        (seen) => seen === to,
      )
    const untilText = (name: string, text: string) =>
      eventually(
        () => Bun.file(inFolder(name)).text(),
        (seen) => seen === text,
      )
    return { ...app, untilLeads, untilText, move: (from: string, to: string) => rename(inFolder(from), inFolder(to)) }
  }

  test('keeps its URL, its posts and its place in the API, through a second rename and one back', async () => {
    const { move, untilLeads, untilText, get, list } = await site()
    await move('maren', 'maren-holt')
    await untilLeads(page('maren'), page('maren-holt'))
    await untilText('maren-holt', `${FILE}aliases: [maren]\n`)
    await untilLeads(page('maren-holt'), 200)
    expect(await (await get('/api/authors/maren')).json()).toMatchObject({ id: 'maren-holt', name: 'Maren Holt' })
    for (const id of ['maren', 'maren-holt'])
      expect((await list(`?author=${id}`)).map((post) => [post.id, post.author_id])).toEqual([['bread', 'maren-holt']])
    const sitemap = await (await get('/sitemap.xml')).text()
    expect([sitemap.includes(`${page('maren-holt')}<`), sitemap.includes(`${page('maren')}<`)]).toEqual([true, false])
    await move('maren-holt', 'holt')
    await untilLeads(page('maren'), page('holt'))
    await untilText('holt', `${FILE}aliases: [maren, maren-holt]\n`)
    await move('holt', 'maren')
    await untilLeads(page('holt'), page('maren'))
    await untilLeads(page('maren'), 200)
    await untilText('maren', `${FILE}aliases: [maren-holt, holt]\n`)
  })
})

describe.each(['categories', 'tags'] as const)('a file of %s that is renamed', (folder) => {
  const page = (id: string) => `/blog/${folder === 'tags' ? 'tag' : 'category'}/${id}`
  const post = plainPost({ title: 'Bread', date: '2026-01-02', category: 'sourdough', tags: ['sourdough'] })

  async function site(options: TestAppOptions = {}) {
    const app = await blogApp({ files: { [`${folder}/sourdough.yml`]: FILE, 'posts/bread.md': post }, ...options })
    app.services.follow()
    const inFolder = (name: string) => join(app.dir, 'content', folder, `${name}.yml`)
    const leadsTo = async (path: string) => {
      const answer = await app.get(path)
      return answer.headers.get('location') ?? answer.status
    }
    const until = (path: string, to: string | number) =>
      eventually(
        () => leadsTo(path),
        (seen) => seen === to,
      )
    return {
      ...app,
      leadsTo,
      until,
      move: (from: string, to: string) => rename(inFolder(from), inFolder(to)),
      write: (name: string, text: string) => Bun.write(inFolder(name), text),
      remove: (name: string) => Bun.file(inFolder(name)).delete(),
      untilText: (name: string, text: string) =>
        eventually(
          () => Bun.file(inFolder(name)).text(),
          (seen) => seen === text,
        ),
    }
  }

  test('keeps its URL, feeds, posts and place in the API', async () => {
    const { move, until, leadsTo, untilText, get, list } = await site()
    await move('sourdough', 'levain')
    await until(page('sourdough'), page('levain'))
    // Its name alone redirects at once, until it changes.
    await untilText('levain', `${FILE}aliases: [sourdough]\n`)
    expect(await leadsTo(page('levain'))).toBe(200)
    for (const feed of ['feed.xml', 'feed.json'])
      expect(await leadsTo(`${page('sourdough')}/${feed}`)).toBe(`${page('levain')}/${feed}`)
    const detail = await get(`/api/${folder}/sourdough`)
    expect(await detail.json()).toEqual({ id: 'levain', name: 'Sourdough', description: 'Slow bread.' })
    const query = folder === 'tags' ? 'tag' : 'category'
    expect((await list(`?${query}=sourdough`)).map(({ id }) => id)).toEqual(['bread'])
    expect(await (await get('/sitemap.xml')).text()).not.toContain(page('sourdough'))
  })

  test('redirects each former URL directly to the newest, without a loop after a rename back', async () => {
    const { move, until, untilText } = await site()
    await move('sourdough', 'levain')
    await untilText('levain', `${FILE}aliases: [sourdough]\n`)
    await move('levain', 'starter')
    await until(page('levain'), page('starter'))
    await until(page('sourdough'), page('starter'))
    await untilText('starter', `${FILE}aliases: [sourdough, levain]\n`)
    await move('starter', 'sourdough')
    await until(page('starter'), page('sourdough'))
    await until(page('sourdough'), 200)
    await untilText('sourdough', `${FILE}aliases: [levain, starter]\n`)
  })

  test('is recognized by its description under another name, and not confused with a different one', async () => {
    const others = {
      [`${folder}/rye.yml`]: 'name: Rye\n',
      'posts/rye.md': plainPost({ category: 'rye', tags: ['rye'] }),
    }
    const { write, remove, until, untilText } = await site({
      files: { [`${folder}/sourdough.yml`]: FILE, 'posts/bread.md': post, ...others },
    })
    await Promise.all([
      ...[write('levain', FILE.replace('Sourdough', 'Levain')), remove('sourdough')],
      ...[write('spelt', 'name: Spelt\n'), remove('rye')],
    ])
    await until(page('sourdough'), page('levain'))
    await until(page('rye'), 200)
    await untilText('spelt', 'name: Spelt\n')
  })

  test('is recognized after a commit of git, and at the next start', async () => {
    const first = await site({ inGit: true })
    await git(first.dir, 'mv', `content/${folder}/sourdough.yml`, `content/${folder}/levain.yml`)
    await git(first.dir, 'commit', '-qm', 'Rename')
    await first.untilText('levain', `${FILE}aliases: [sourdough]\n`)
    await eventually(first.services.versions.lastGood, (stored) => stored.has(`${folder}/levain.yml`))
    await first.stop()
    await first.move('levain', 'starter')
    const { until } = await site({ dir: first.dir })
    await until(page('levain'), page('starter'))
    await until(page('sourdough'), page('starter'))
  })

  test('names former ids itself in its aliases', async () => {
    const { leadsTo } = await site({
      files: { [`${folder}/levain.yml`]: `${FILE}aliases: [sourdough, Wild Yeast]\n`, 'posts/bread.md': post },
    })
    expect(await leadsTo(page('sourdough'))).toBe(page('levain'))
    expect(await leadsTo(`${page('wild-yeast')}?page=1`)).toBe(page('levain'))
    expect(await leadsTo(page('wild'))).toBe(404)
  })

  test('reveals nothing while only hidden posts use it', async () => {
    const { leadsTo } = await site({
      files: {
        [`${folder}/levain.yml`]: `${FILE}aliases: [sourdough]\n`,
        'posts/bread.md': plainPost({ category: 'levain', tags: ['levain'], draft: true }),
      },
    })
    for (const path of [page('sourdough'), `${page('sourdough')}/feed.xml`, `/api/${folder}/sourdough`])
      expect([path, await leadsTo(path)]).toEqual([path, 404])
  })

  test('redirects from memory while the folder is read-only, also after a restart', async () => {
    const dir = await contentDir({ [`${folder}/sourdough.yml`]: FILE, 'posts/bread.md': post })
    const memory = join(await mkdtemp(join(tmpdir(), 'old-terms-')), 'old-addresses.txt')
    async function start() {
      const content = await createContent({ dir, log: silent, disk: readOnlyDisk() })
      const versions = createFileCache({ cacheDb: openTestCacheDb(), dir })
      createRedirectTracker({ content, versions, redirectFile: createRedirectFile(memory), log: silent }).follow()
      const until = () =>
        eventually(
          () => content.snapshot().spellings[folder].get('sourdough'),
          (to) => to === 'levain',
        )
      return { content, until }
    }
    const { content, until } = await start()
    await rename(join(dir, folder, 'sourdough.yml'), join(dir, folder, 'levain.yml'))
    await content.reload([`${folder}/sourdough.yml`, `${folder}/levain.yml`])
    await until()
    await (await start()).until()
    expect(await Bun.file(join(dir, folder, 'levain.yml')).text()).toBe(FILE)
  })
})
