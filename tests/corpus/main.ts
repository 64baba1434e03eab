import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, usageOf } from '#server/cli/run-command.ts'
import { onStandardError, sayWhichSite } from '#server/cli/which-site.ts'
import { DomainError, OperatorError } from '#server/lib/errors.ts'
import { exportLimits, exportsIn, measureExport, notImported, type OldExport } from './exports.ts'
import { blogLimits, measure, notImportedBlog } from './measure.ts'
import { type MovedInSite, startMovedInSite } from './moved-in-site.ts'
import { type OldBlog, readOldBlog } from './old-blog.ts'
import { count, failedOf, type Report, tableOf } from './report.ts'

const USAGE = usageOf({
  synopsis: 'corpus FOLDER [--json] [--failures=NUMBER]',
  example: 'bun run corpus ../old-blogs',
  exitCodes: { 0: 'all is carried over', 1: 'below a limit, or wrong arguments' },
})

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

/** Tries each blog twice: its folder of posts is copied, and the folder of its site is imported. */
async function tryBlogs({ blogs }: Found, contentDir: string): Promise<Report[]> {
  const reports: Report[] = []
  for (const { name, blog } of blogs) {
    const copied = await startMovedInSite({
      contentDir,
      posts: { folder: join(blog.root, blog.copied), permalinks: blog.permalinks },
    })
    const messages = copied.content.snapshot().problems.map(({ file, reason }) => `${file}: ${reason}`)
    const scores = await measure(copied, blog, messages).finally(copied.close)
    reports.push({ blog: `${name}, copied`, system: blog.system, scores })
    const imported = await startMovedInSite({ contentDir })
    reports.push({
      blog: `${name}, imported`,
      system: blog.system,
      scores: await importAndMeasure(imported, blog).finally(imported.close),
    })
  }
  return reports
}

async function importAndMeasure(site: MovedInSite, blog: OldBlog) {
  try {
    const { plan, again } = await site.importFrom(blog.root, blog.permalinks[0])
    const groups = [...plan.rejected, ...plan.leftOut, ...plan.changes]
    const messages = [...plan.notes, ...groups.flatMap(({ reason, examples }) => [reason, ...examples])]
    const scores = await measure(site, blog, messages)
    count(scores.again, again.actions.add + again.actions.update === 0, 'a second import would write posts')
    return scores
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return notImportedBlog(blog, error.message)
  }
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
  await runCommand(USAGE, run)
  process.exit()
}
