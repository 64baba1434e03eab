import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Counts up when our profile of allowed tags, or anything else we do to the HTML, changes. */
const PROFILE = 1

/** What a cached rendering was made with. Another version's are not used. */
export function rendererVersion(): string {
  const purify = packageFile('isomorphic-dompurify', import.meta.dir)
  return [
    versionIn(packageFile('marked', import.meta.dir)),
    versionIn(packageFile('dompurify', dirname(purify))),
    PROFILE,
  ].join('+')
}

/** Without loading the package: in this thread the sanitiser would cost its 75 MB for good. */
function packageFile(name: string, from: string): string {
  const inside = `node_modules/${name}/`
  const entry = Bun.resolveSync(name, from)
  return `${entry.slice(0, entry.lastIndexOf(inside) + inside.length)}package.json`
}

const versionIn = (file: string) => String(JSON.parse(readFileSync(file, 'utf8')).version)
