import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { checkText } from '#server/blog/render/check-text.ts'
import { backupCommand, restoreCommand } from '#server/cli/backup/main.ts'
import { exportCommand } from '#server/cli/export/main.ts'
import { importCommand } from '#server/cli/import/main.ts'
import { moveCommand } from '#server/cli/move/main.ts'
import { checkContent } from '#server/content/lint.ts'
import { createContent } from '#server/content/store.ts'
import { createImporter } from '#server/import/importer.ts'
import { createLog } from '#server/lib/log.ts'
import { emptyDatabase, hasPostgres } from '#tests/helpers/postgres.ts'
import { aPost, smallContent } from '#tests/helpers/small-content.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { png } from '#tests/media/inputs.ts'
import { lineOf } from '#tests/torture/records.ts'

/** One run of a job, on its own folders below `root`. It rejects, or ends early, once the signal is aborted. */
export type Job = (signal: AbortSignal) => Promise<unknown>
type Site = { root: string; posts: number; ends: (() => unknown)[] }

const log = createLog('error', () => {})
const nothing = () => {}
const now = () => new Date('2026-11-21T06:15:00Z')
const post = (n: number) =>
  aPost({ title: `Post ${n}`, summary: 'In short.', body: `${'Some *words* here. '.repeat(60)}\n` })

const item = (n: number) => `<item><title>Post ${n}</title><link>https://old.example/post-${n}/</link>
<dc:creator>ann</dc:creator><content:encoded><![CDATA[<p>${'Some <b>words</b> here. '.repeat(40)}</p>]]></content:encoded>
<wp:post_id>${n}</wp:post_id><wp:post_date_gmt>2024-05-06 07:08:09</wp:post_date_gmt><wp:post_name>post-${n}</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`
const wordPress = (posts: number) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>
${Array.from({ length: posts }, (_, n) => item(n + 1)).join('\n')}
</channel></rss>`

/** A site with so many posts and records. */
async function siteOf({ root, posts }: Site) {
  const dir = await mkdtemp(join(root, 'site-'))
  const files = {
    ...smallContent,
    ...Object.fromEntries(Array.from({ length: posts }, (_, n) => [`posts/p${n}.md`, post(n)])),
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, 'content', path)), { recursive: true })
    await writeFile(join(dir, 'content', path), text)
  }
  const privateDir = join(dir, 'storage/private')
  await mkdir(privateDir, { recursive: true, mode: 0o700 })
  await mkdir(join(dir, 'storage/public'), { recursive: true })
  await writeFile(
    join(privateDir, 'registrations.jsonl'),
    Array.from({ length: posts }, (_, n) => lineOf(n + 1)).join(''),
  )
  return { dir, contentDir: join(dir, 'content'), storageDir: join(dir, 'storage'), privateDir }
}

/** A folder for the results of one run, which are removed after it. */
async function withPlace(root: string, work: (place: string) => Promise<unknown>): Promise<void> {
  const place = await mkdtemp(join(root, 'place-'))
  await work(place).finally(() => rm(place, { recursive: true, force: true }))
}

const backupOf = (site: Awaited<ReturnType<typeof siteOf>>, file: string, signal?: AbortSignal) =>
  backupCommand([`--to=${file}`, '--allow-empty'], { ...site, version: '1.2.3', now, progress: nothing, signal })

/** How to prepare each long job. */
export const jobs: Readonly<Record<string, (site: Site) => Promise<Job>>> = {
  async import({ root, posts }) {
    const { contentDir, storageDir, privateDir, dir } = await siteOf({ root, posts: 1, ends: [] })
    await writeFile(join(dir, 'export.xml'), wordPress(posts))
    let run = 0
    return (signal) =>
      importCommand([join(dir, 'export.xml'), '--yes', `--into=run-${++run}`], {
        config: { contentDir, storageDir, privateDir, gitCommit: false, gitBranch: undefined },
        print: nothing,
        signal,
      })
  },
  async upload({ root, posts }) {
    const { contentDir, privateDir } = await siteOf({ root, posts: 1, ends: [] })
    const content = await createContent({ dir: contentDir, log })
    const importer = createImporter({ content, dir: contentDir, privateDir, now, log })
    const bytes = Buffer.from(wordPress(posts))
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += 20_000) yield bytes.subarray(at, at + 20_000)
    }
    const cancel = async () => {
      const job = importer.job()
      if (job && job.phase !== 'writing') await importer.remove(job.id)
    }
    return async (signal) => {
      signal.addEventListener('abort', () => void cancel())
      const from = { name: 'export.xml', by: 'Ann', size: bytes.length }
      await importer.upload(from, chunks(), { into: '', pages: false }).catch(nothing)
      await importer.idle()
      await cancel()
      await importer.idle()
    }
  },
  async backup(options) {
    const site = await siteOf(options)
    return (signal) => withPlace(options.root, (place) => backupOf(site, join(place, 'backup.tar.gz'), signal))
  },
  async restore(options) {
    const file = join(options.root, 'backup.tar.gz')
    await backupOf(await siteOf(options), file)
    return (signal) =>
      withPlace(options.root, (place) => restoreCommand([file, `--to=${join(place, 'site')}`], nothing, { signal }))
  },
  async export(options) {
    const config = await siteOf(options)
    const sinks = { print: nothing, printError: nothing }
    return (signal) =>
      withPlace(options.root, async (place) => {
        await exportCommand(['--format=hugo', join(place, 'hugo')], { config, ...sinks, signal })
        await exportCommand(['--format=ghost', join(place, 'ghost')], { config, ...sinks, signal })
      })
  },
  async check(options) {
    const { contentDir: dir, storageDir } = await siteOf(options)
    return (signal) => checkContent({ dir, storageDir, checkText, signal })
  },
  async encoding({ ends }) {
    const app = await testApp()
    ends.push(app.close)
    const token = await app.login()
    const head =
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
    let width = 2_000
    return (signal) => {
      // An image that is stored already would not be encoded again.
      const bytes = Buffer.concat([Buffer.from(head), png(++width, 1_500), Buffer.from('\r\n--x--\r\n')])
      const size = Math.ceil(bytes.length / 20)
      let at = 0
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          await Bun.sleep(5)
          if (signal.aborted) return controller.error(signal.reason)
          controller.enqueue(bytes.subarray(at, at + size))
          at += size
          if (at >= bytes.length) controller.close()
        },
      })
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
      return app.get(adminPaths.media, { method: 'POST', body, headers, signal })
    }
  },
  ...(hasPostgres && {
    async move(options: Site) {
      const { dir } = await siteOf(options)
      const records = await readFile(join(dir, 'storage/private/registrations.jsonl'))
      return (signal: AbortSignal) =>
        withPlace(options.root, async (place) => {
          await cp(join(dir, 'storage'), join(place, 'storage'), { recursive: true })
          await writeFile(join(place, 'storage/private/registrations.jsonl'), records)
          const config = {
            privateDir: join(place, 'storage/private'),
            storageDir: join(place, 'storage'),
            databaseUrl: await emptyDatabase(),
          }
          await moveCommand(['--to=postgres'], { config, now, log, print: nothing, signal })
          await moveCommand(['--to=files'], { config, now, log, print: nothing, signal })
        })
    },
  }),
}
