import { existsSync } from 'node:fs'
import { lstat, mkdir, open, readdir, realpath } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { OperatorError } from '#server/lib/errors.ts'
import { pathInside } from '#server/storage/files.ts'

export type OutFolder = ReturnType<typeof createOutFolder>

/**
 * Creates the folder of an export, for its owner only: drafts are private. Throws `OperatorError` for a folder that is not
 * empty, for a link, and inside `forbidden` folders, where the site would publish the files.
 */
export async function openOutFolder(path: string, forbidden: readonly string[]): Promise<OutFolder> {
  const out = resolve(path)
  const found = await lstat(out).catch(() => undefined)
  if (found && !found.isDirectory()) throw new OperatorError(`${path} is not a folder. Name one that does not exist.`)
  const real = await realPathOf(out)
  for (const folder of forbidden) {
    const inside = relative(await realPathOf(resolve(folder)), real)
    if (!inside.startsWith('..')) throw new OperatorError(`${path} is part of the site. Choose a folder outside of it.`)
  }
  if (found && (await readdir(out)).length > 0)
    throw new OperatorError(`${path} is not empty. Choose a folder that is empty or does not exist.`)
  await mkdir(out, { recursive: true, mode: 0o700 })
  return createOutFolder(out)
}

/** The path without links; folders at its end may not exist. */
async function realPathOf(path: string): Promise<string> {
  if (existsSync(path)) return realpath(path)
  return join(await realPathOf(dirname(path)), relative(dirname(path), path))
}

/** Files below `out`, each of which is written once; an existing one is an error. */
function createOutFolder(out: string) {
  async function create(path: string) {
    const file = pathInside(out, path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    return open(file, 'wx', 0o600)
  }

  async function write(path: string, data: string | Uint8Array): Promise<void> {
    const file = await create(path)
    try {
      await file.writeFile(data)
    } finally {
      await file.close()
    }
  }

  return { create, write }
}
