import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, stopSignal, usageOf } from '#server/cli/run-command.ts'
import { onStandardError, sayWhichSite } from '#server/cli/which-site.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Content } from '#server/content/content.ts'
import { createContentFolder } from '#server/content/files/content-files.ts'
import { createContent } from '#server/content/store.ts'
import { openWriter } from '#server/content/writer.ts'
import { createCheckout } from '#server/git/checkout.ts'
import { openCheckout } from '#server/git/open-checkout.ts'
import { copyRemoteImages, findRemoteImages } from '#server/import/copied-images.ts'
import { copiedImagesText, planText, remoteImagesText, reportText } from '#server/import/report-text.ts'
import {
  COMMAND,
  type ImportDeps,
  type ImportPhase,
  importsFolder,
  lockImports,
  prepareImport,
  removeWorkFolder,
  workFolderOf,
} from '#server/import/run.ts'
import { createImageFetcher } from '#server/import/source/fetch-image.ts'
import { systemClock } from '#server/lib/clock.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { createLog, prettyLog } from '#server/lib/log.ts'

export const USAGE = usageOf({
  synopsis: `import [SOURCE] [--dry-run] [--yes] [--into=FOLDER] [--pages] [--fetch-images] [--permalink=PATTERN] [--site=URL] [--format=text|json]
  Imports the blog of another system: the folder of a site, or an export. Prints the plan, and asks before anything is written.
  --dry-run        the plan alone
  --yes            without the question
  --fetch-images   also copies images from other sites; without SOURCE, those of the posts that are here`,
  example: 'bun run import ../old-site --dry-run',
  exitCodes: {
    0: 'all imported',
    1: 'not imported, or not wholly: run it again to continue; or wrong arguments',
    2: 'some entries were rejected, as the plan says',
  },
})

type CommandOptions = {
  config: Pick<Config, 'contentDir' | 'storageDir' | 'privateDir' | 'gitCommit' | 'gitBranch'>
  network?: ImportDeps['network']
  /** The plan and the report. */
  print(line: string): void
  /** Shown while the import runs; `undefined` without a terminal. */
  progress?: ((line: string) => void) | undefined
  /** Asks a yes-or-no question on the terminal; `undefined` without one. */
  confirm?: ((question: string) => boolean) | undefined
  signal?: AbortSignal
}

/**
 * `bun run import`: 0 if everything was imported, 2 if some entries were rejected. Works while the site runs: the site sees the
 * new files like those of an editor. Throws `OperatorError` and `DomainError`.
 */
export async function importCommand(args: string[], options: CommandOptions): Promise<number> {
  const { source, values } = readArguments(args)
  const { config, print, network, signal } = options
  const { privateDir } = config
  const lock = await lockImports(privateDir)
  const workFolder = workFolderOf(privateDir, COMMAND + randomBytes(6).toString('hex'))
  try {
    const site = await openSite(config)
    try {
      if (source === undefined) return await copyImages(site.content, values, options)
      const prepared = await prepareImport(
        { ...site, privateDir, now: systemClock, network },
        {
          source: resolve(source),
          workFolder,
          signal,
          into: values.into,
          pages: values.pages,
          permalink: values.permalink,
          siteUrl: values.site,
          fetchImages: values['fetch-images'],
          onProgress: progressPrinter(options.progress),
        },
      )
      const isJson = values.format === 'json'
      const { plan } = prepared
      if (!isJson) print(planText(plan))
      const isConfirmed = !values['dry-run'] && (values.yes || options.confirm?.('Import?') === true)
      if (!isConfirmed && !values['dry-run'] && !options.confirm) throw new OperatorError(NOT_CONFIRMED)
      const report = isConfirmed ? await prepared.write() : undefined
      if (isJson) print(JSON.stringify({ plan, report: report ?? null }, null, 2))
      else print(report ? reportText(report) : 'Nothing was written.')
      return plan.states.rejected > 0 ? 2 : 0
    } finally {
      const reason = await site.close()
      if (reason !== undefined && values.format !== 'json')
        print(`Imported and live, but in no commit yet: ${reason}. The next import commits it.`)
    }
  } finally {
    await removeWorkFolder(workFolder).finally(lock.release)
  }
}

/** Copies the images of other sites that posts of this site show. 2 where some could not be fetched. */
async function copyImages(
  content: Content,
  { 'dry-run': isDryRun, yes, format }: { 'dry-run': boolean; yes: boolean; format: string },
  { print, network, confirm, signal }: CommandOptions,
): Promise<number> {
  const isJson = format === 'json'
  const found = await findRemoteImages(content)
  if (!isJson) print(remoteImagesText(found))
  const isConfirmed = !isDryRun && (yes || confirm?.('Copy them?') === true)
  if (!isConfirmed && !isDryRun && !confirm) throw new OperatorError(NOT_CONFIRMED)
  const report = isConfirmed
    ? await copyRemoteImages(found, { content, fetchImage: createImageFetcher({ network }), signal })
    : null
  const posts = [...found].map(([{ id }, images]) => ({ id, images }))
  if (isJson) print(JSON.stringify({ plan: { posts }, report }, null, 2))
  else print(report ? copiedImagesText(report) : 'Nothing was written.')
  return report && report.notFetched.length > 0 ? 2 : 0
}

const NOT_CONFIRMED = 'Nothing was written. Pass --yes to import without a question, or --dry-run for the plan.'

function readArguments(args: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const options = {
    'dry-run': flag,
    yes: flag,
    pages: flag,
    'fetch-images': flag,
    into: { type: 'string', default: '' },
    permalink: { type: 'string' },
    site: { type: 'string' },
    format: { type: 'string', default: 'text' },
  } as const
  const { values, positionals } = parsed(() => parseArgs({ args, allowPositionals: true, options }))
  const [source, ...rest] = positionals
  const isOfSource = values.pages || values.into !== '' || values.permalink !== undefined || values.site !== undefined
  const isUnclear = source === undefined && (!values['fetch-images'] || isOfSource)
  if (isUnclear || rest.length > 0 || !['text', 'json'].includes(values.format)) throw new OperatorError(USAGE)
  return { source, values }
}

function parsed<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse()
  } catch {
    throw new OperatorError(USAGE)
  }
}

/** The content folder with a journal and commits of its own, so that a running site is not disturbed. */
async function openSite({
  contentDir: dir,
  storageDir,
  privateDir,
  gitCommit,
  gitBranch: branch,
}: CommandOptions['config']) {
  const log = createLog('error', prettyLog(console.error))
  const folder = createContentFolder(dir)
  const journalFolder = join(importsFolder(privateDir), 'journal')
  const writer = await openWriter({ folder, journalFolder, log })
  const content = await createContent({ dir, log, writer, isShared: true })
  const checkout = createCheckout({
    opened: gitCommit ? await openCheckout(dir, { branch, log }) : undefined,
    content,
    dir,
    publicDir: join(storageDir, 'public'),
    privateDir,
    push: false,
    branch,
    writer,
    now: systemClock,
    log,
  })
  checkout?.startCommits()
  return {
    content,
    dir,
    /** Returns what makes commits wait for the next import. */
    async close(): Promise<string | undefined> {
      await checkout?.close()
      return checkout?.state().commits.reason
    },
  }
}

const PROGRESS_MS = 100
const WORDS: Record<ImportPhase, string> = { reading: 'Reading', planning: 'Planning', writing: 'Writing' }

function progressPrinter(progress: CommandOptions['progress']) {
  let shownMs = 0
  return (phase: ImportPhase, done: number, total: number) => {
    if (!progress || performance.now() - shownMs < PROGRESS_MS) return
    shownMs = performance.now()
    progress(`${WORDS[phase]}: ${done}${total > 0 ? ` of ${total}` : ''}`)
  }
}

async function main(): Promise<number> {
  const signal = stopSignal('Stopped. Run the same command again to continue.')
  const isTerminal = process.stderr.isTTY === true
  const config = readConfig(process.env)
  await sayWhichSite(config, onStandardError)
  const code = await importCommand(process.argv.slice(2), {
    config,
    print: (line) => console.log(line),
    progress: isTerminal ? (line) => process.stderr.write(`\r\x1b[K${line}`) : undefined,
    confirm: process.stdin.isTTY ? (question) => confirm(question) : undefined,
    signal,
  })
  if (isTerminal) process.stderr.write('\r\x1b[K')
  return code
}

if (import.meta.main) await runCommand(USAGE, main)
