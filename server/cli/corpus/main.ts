import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '#server/cli/run-command.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { blogLimits, measure } from './measure.ts'
import { startMovedInSite } from './moved-in-site.ts'
import { type OldBlog, readOldBlog } from './old-blog.ts'
import { failedOf, type Report, tableOf } from './report.ts'

const USAGE = 'Usage: bun run corpus FOLDER [--json] [--failures=NUMBER]'

/** The blogs in the folders below this one, or in it. */
async function blogsIn(folder: string, now: Date): Promise<{ name: string; blog: OldBlog }[]> {
  const found = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const blog = entry.isDirectory() ? await readOldBlog(join(folder, entry.name), now) : undefined
    if (blog && blog.system !== 'other') found.push({ name: entry.name, blog })
  }
  const own = found.length === 0 ? await readOldBlog(folder, now) : undefined
  return own ? [{ name: basename(folder), blog: own }] : found.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** `bun run corpus FOLDER`: tries blogs before they move in. Exit code 1 below the limits. */
async function run(): Promise<number> {
  const options = { json: { type: 'boolean', default: false }, failures: { type: 'string', default: '5' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [folder, ...rest] = positionals
  if (folder === undefined || rest.length > 0) throw new OperatorError(USAGE)
  if (!existsSync('client/dist')) throw new OperatorError('The site is not built. Run: bun run build')
  const blogs = await blogsIn(folder, new Date())
  if (blogs.length === 0) throw new OperatorError(`There is no blog in ${folder}.`)
  const reports: Report[] = []
  for (const { name, blog } of blogs) {
    const site = await startMovedInSite(process.env.CONTENT_DIR ?? 'content', blog.folder, blog.permalinks)
    const scores = await measure(site, blog).finally(site.close)
    reports.push({ blog: name, system: blog.system, scores })
  }
  console.log(values.json ? JSON.stringify(reports, null, 2) : tableOf(reports, blogLimits, Number(values.failures)))
  return failedOf(reports, blogLimits).length > 0 ? 1 : 0
}

if (import.meta.main) {
  await runCommand(run)
  process.exit()
}
