import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const LOCK_FILE = join(import.meta.dir, '../../bun.lock')
const transpiler = new Bun.Transpiler({ loader: 'ts' })

/**
 * Returns a hash over everything that decides the output of a module: its source and that of each module of ours that it
 * imports, the versions of all packages, and the runtime. Cached output of another version must not be used. Loads none of
 * these modules.
 */
export function sourceVersion(module: string): string {
  const sources = new Map<string, string>()
  addModule(module, sources)
  const hash = new Bun.CryptoHasher('sha256').update(`bun@${Bun.version}\n`).update(readFileSync(LOCK_FILE))
  for (const source of [...sources.values()].sort()) hash.update(source)
  return hash.digest('hex')
}

/** Adds a module of ours and, recursively, what it imports. */
function addModule(file: string, sources: Map<string, string>): void {
  if (sources.has(file)) return
  const source = readFileSync(file, 'utf8')
  sources.set(file, source)
  for (const { path } of transpiler.scanImports(source))
    if (/^[.#]/.test(path)) addModule(Bun.resolveSync(path, dirname(file)), sources)
}
