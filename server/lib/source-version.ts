import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

const transpiler = new Bun.Transpiler({ loader: 'ts' })

/**
 * Returns a hash over everything that decides the output of a module: its source and that of each module of ours that it
 * imports, the version of each package that they use, dependencies included, and the runtime. Cached output of another
 * version must not be used. Loads none of these modules.
 */
export function sourceVersion(module: string): string {
  const parts = new Map<string, string>()
  addModule(module, parts)
  const hash = new Bun.CryptoHasher('sha256').update(`bun@${Bun.version}\n`)
  for (const part of [...parts.values()].sort()) hash.update(`${part}\n`)
  return hash.digest('hex')
}

/** Adds a module of ours and, recursively, what it imports. */
function addModule(file: string, parts: Map<string, string>): void {
  if (parts.has(file)) return
  const source = readFileSync(file, 'utf8')
  parts.set(file, source)
  for (const { path } of transpiler.scanImports(source)) {
    if (/^[.#]/.test(path)) addModule(Bun.resolveSync(path, dirname(file)), parts)
    else if (!path.startsWith('node:')) addPackage(packageName(path), dirname(file), parts)
  }
}

/** Adds the version of a package and, recursively, those of its dependencies. */
function addPackage(name: string, importer: string, parts: Map<string, string>): void {
  const file = packageFile(name, importer)
  if (parts.has(file)) return
  const { version, dependencies = {} }: { version: string; dependencies?: Record<string, string> } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  parts.set(file, `${name}@${version}`)
  for (const dependency of Object.keys(dependencies)) addPackage(dependency, dirname(file), parts)
}

const packageName = (path: string) => path.split('/', path.startsWith('@') ? 2 : 1).join('/')

/** Finds the package.json of an installed package the way imports do: in the nearest `node_modules` above the importer. */
function packageFile(name: string, importer: string): string {
  for (let folder = importer; ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules', name, 'package.json')
    if (existsSync(file)) return realpathSync(file)
    if (folder === dirname(folder)) throw new Error(`The package ${name} is not installed. Run bun install.`)
  }
}
