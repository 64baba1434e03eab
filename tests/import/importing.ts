import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { importCommand } from '#server/cli/import/main.ts'
import type { ImportPlan } from '#server/import/plan.ts'
import type { ImportDeps } from '#server/import/run.ts'
import type { ImportReport } from '#server/import/write.ts'
import { git } from '#tests/helpers/git.ts'
import { smallContent } from '#tests/helpers/small-content.ts'

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Files = Record<string, string | Uint8Array>

/** A site in git, a folder to import, and the command. */
export async function anImport(source: Files, { network }: Pick<ImportDeps, 'network'> = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'import-test-'))
  const put = async (folder: string, files: Files) => {
    for (const [path, data] of Object.entries(files)) {
      await mkdir(dirname(join(dir, folder, path)), { recursive: true })
      await writeFile(join(dir, folder, path), data)
    }
  }
  await put('content', smallContent)
  await put('source', source)
  await writeFile(join(dir, '.gitignore'), 'source\nprivate\n')
  await git(dir, 'init', '-q')
  await git(dir, 'add', '-A')
  await git(dir, 'commit', '-q', '-m', 'First')
  const config = {
    contentDir: join(dir, 'content'),
    storageDir: join(dir, 'storage'),
    privateDir: join(dir, 'private'),
    gitBranch: undefined,
    gitCommit: true,
  }
  const printed: string[] = []
  const run = async (args: string[], from: string | null = join(dir, 'source'), signal?: AbortSignal) =>
    importCommand([...(from === null ? [] : [from]), ...args], {
      config,
      network,
      print: (line) => void printed.push(line),
      ...(signal && { signal }),
    })

  return {
    dir,
    printed,
    run,
    /** Imports without a question, and returns what the command reports. */
    async import(...args: string[]): Promise<{ plan: ImportPlan; report: ImportReport | null }> {
      await run(['--yes', '--format=json', ...args])
      return JSON.parse(printed.at(-1) ?? '')
    },
    put: (files: Files) => put('source', files),
    edit: (file: string, data: string | Uint8Array) => put('content', { [file]: data }),
    text: (file: string) => readFile(join(dir, 'content', file), 'utf8'),
    git: (...words: string[]) => git(dir, ...words),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}
