import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '#server/cli/run-command.ts'
import { onStandardError, sayWhichSite } from '#server/cli/which-site.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { exportLimits, exportsIn, measureExport, notImported, type OldExport } from './exports.ts'
import { blogLimits, measure } from './measure.ts'
import { startMovedInSite } from './moved-in-site.ts'
import { type OldBlog, readOldBlog } from './old-blog.ts'
import { failedOf, type Report, tableOf } from './report.ts'

const USAGE = 'Usage: bun run corpus FOLDER [--json] [--failures=NUMBER]'

type Found = { blogs: { name: string; blog: OldBlog }[]; exports: OldExport[] }

/** The blogs and exports in the folders below this one, or in it. */
async function findIn(folder: string, now: Date): Promise<Found> {
  const found: Found = { blogs: [], exports: [] }
  for (const entry of (await readdir(folder, { withFileTypes: true })).filter((one) => one.isDirectory())) {
    const inside = join(folder, entry.name)
    found.exports.push(...(await exportsIn(inside)))
    const blog = await readOldBlog(inside, now)
    if (blog && blog.system !== 'other') found.blogs.push({ name: entry.name, blog })
  }
  found.exports.push(...(await exportsIn(folder)))
  const isAlone = found.blogs.length + found.exports.length === 0
  const own = isAlone ? await readOldBlog(folder, now) : undefined
  if (own) found.blogs.push({ name: basename(folder), blog: own })
  found.blogs.sort((one, other) => (one.name < other.name ? -1 : 1))
  return found
}

async function tryBlogs({ blogs }: Found, contentDir: string): Promise<Report[]> {
  const reports: Report[] = []
  for (const { name, blog } of blogs) {
    const site = await startMovedInSite({ contentDir, posts: blog })
    reports.push({ blog: name, system: blog.system, scores: await measure(site, blog).finally(site.close) })
  }
  return reports
}

async function tryExports({ exports }: Found, contentDir: string): Promise<Report[]> {
  const reports: Report[] = []
  for (const { name, system, source, truth } of exports) {
    const site = await startMovedInSite({ contentDir })
    const failure = await site.importFrom(source).then(
      () => undefined,
      (error: Error) => error.message,
    )
    const scores = failure === undefined ? await measureExport(site, truth) : notImported(truth, failure)
    await site.close()
    reports.push({ blog: name, system, scores })
  }
  return reports
}

/** `bun run corpus FOLDER`: tries blogs before they move in. Exit code 1 below the limits. */
async function run(): Promise<number> {
  const options = { json: { type: 'boolean', default: false }, failures: { type: 'string', default: '5' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [folder, ...rest] = positionals
  if (folder === undefined || rest.length > 0) throw new OperatorError(USAGE)
  if (!existsSync('client/dist')) throw new OperatorError('The site is not built. Run: bun run build')
  const found = await findIn(folder, new Date())
  if (found.blogs.length + found.exports.length === 0) throw new OperatorError(`There is no blog in ${folder}.`)
  const contentDir = process.env.CONTENT_DIR ?? 'content'
  await sayWhichSite({ contentDir }, onStandardError)
  const [blogs, exports] = [await tryBlogs(found, contentDir), await tryExports(found, contentDir)]
  const tables = [
    { reports: blogs, limits: blogLimits },
    { reports: exports, limits: exportLimits },
  ].filter(({ reports }) => reports.length > 0)
  if (values.json) console.log(JSON.stringify({ blogs, exports }, null, 2))
  else for (const { reports, limits } of tables) console.log(`${tableOf(reports, limits, Number(values.failures))}\n`)
  return tables.some(({ reports, limits }) => failedOf(reports, limits).length > 0) ? 1 : 0
}

if (import.meta.main) {
  await runCommand(run)
  process.exit()
}
