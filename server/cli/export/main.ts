import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRendering } from '#server/blog/render/renderer.ts'
import { runCommand, stopSignal, usageOf } from '#server/cli/run-command.ts'
import { onStandardError, sayWhichSite } from '#server/cli/which-site.ts'
import { type Config, readConfig } from '#server/config.ts'
import { readExportSource } from '#server/export/export-source.ts'
import { exportToGhost } from '#server/export/ghost.ts'
import { exportToHugo } from '#server/export/hugo.ts'
import { createExportImages } from '#server/export/images.ts'
import { openOutFolder } from '#server/export/out-folder.ts'

export const USAGE = usageOf({
  synopsis: `export --format=hugo|ghost OUT [--drafts]
  Writes the posts that visitors see into a new or empty folder, for another system.
  --drafts   also drafts, scheduled and expired posts`,
  example: 'bun run export --format=hugo ../out',
  exitCodes: { 0: 'all exported', 1: 'some posts could not be, or nothing was written', 2: 'wrong arguments' },
})

type CommandOptions = {
  config: Pick<Config, 'contentDir' | 'storageDir'> & { publicUrl?: string | undefined }
  now?: Date
  print(line: string): void
  printError(line: string): void
  /** Shown while the export runs; `undefined` without a terminal. */
  progress?: ((line: string) => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * `bun run export`: 0 if all posts were exported, 1 if some could not be, 2 for invalid arguments. Reads only the content
 * folder and the stored images that posts show. Throws `OperatorError` and `DomainError`.
 */
export async function exportCommand(args: string[], options: CommandOptions): Promise<number> {
  const { config, now = new Date(), print, printError, progress } = options
  const chosen = parseArguments(args)
  if (!chosen) {
    printError(USAGE)
    return 2
  }
  const { format, path, drafts } = chosen
  const { contentDir, storageDir } = config
  const source = await readExportSource({ dir: contentDir, now, withDrafts: drafts })
  const out = await openOutFolder(path, [contentDir, storageDir])
  const images = createExportImages(source, join(storageDir, 'public'), out)
  const failed: string[] = source.unreadable.map((file) => `${file}: has errors; see bun run content:check`)
  const { length: total } = source.posts
  let done = 0
  const onPost = () => {
    options.signal?.throwIfAborted()
    done++
    if (done % PROGRESS_POSTS === 0) progress?.(`${done} of ${total} posts`)
  }
  if (format === 'hugo')
    await exportToHugo(source, { out, images, siteUrl: config.publicUrl ?? 'https://example.org', onPost })
  else {
    const rendering = createRendering()
    const onFailure = (file: string, reason: string) => void failed.push(`${file}: ${reason}`)
    await exportToGhost(source, { out, images, rendering, onPost, onFailure }).finally(rendering.close)
  }
  progress?.('')
  for (const line of failed) printError(`not exported: ${line}`)
  for (const image of images.missing()) printError(`image not exported: ${image}`)
  const written = total - (failed.length - source.unreadable.length)
  print(`${counted(written, 'post')} and ${counted(images.copied(), 'image')} exported to ${path}.`)
  if (source.hidden > 0)
    print(`${counted(source.hidden, 'post')} that visitors do not see left out; --drafts exports them, too.`)
  return failed.length > 0 ? 1 : 0
}

const PROGRESS_POSTS = 50
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function parseArguments(args: string[]) {
  try {
    const options = { format: { type: 'string' }, drafts: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const format = (['hugo', 'ghost'] as const).find((one) => one === values.format)
    const [path, ...rest] = positionals
    return format && path && rest.length === 0 ? { format, path, drafts: values.drafts } : undefined
  } catch {
    return undefined
  }
}

if (import.meta.main)
  await runCommand(USAGE, async () => {
    const config = readConfig(process.env)
    await sayWhichSite(config, onStandardError)
    return exportCommand(process.argv.slice(2), {
      signal: stopSignal('Stopped. What was exported is incomplete.'),
      config,
      print: (line) => console.log(line),
      printError: (line) => console.error(line),
      progress: process.stderr.isTTY ? (line) => process.stderr.write(`\r\x1b[K${line}`) : undefined,
    })
  })
