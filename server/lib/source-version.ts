import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const LOCK_FILE = join(import.meta.dir, '../../bun.lock')
/** By module: what the process has loaded is what it runs, even if files are replaced later. */
const versions = new Map<string, string>()
const transpiler = new Bun.Transpiler({ loader: 'ts' })

/**
 * Returns a hash over everything that decides the output of a module: its source and that of each module of ours that it
 * imports, the versions of all packages, and the runtime. Cached output of another version must not be used. Loads none of
 * these modules.
 */
export function sourceVersion(module: string): string {
  const known = versions.get(module)
  if (known) return known
  const sources: string[] = []
  const files = new Set([module])
  // The loop also visits what it adds.
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    sources.push(source)
    for (const { path } of transpiler.scanImports(source))
      if (/^[.#]/.test(path)) files.add(Bun.resolveSync(path, dirname(file)))
  }
  const hash = new Bun.CryptoHasher('sha256').update(`bun@${Bun.version}\n`).update(readFileSync(LOCK_FILE))
  for (const source of sources.sort()) hash.update(source)
  const version = hash.digest('hex')
  versions.set(module, version)
  return version
}
