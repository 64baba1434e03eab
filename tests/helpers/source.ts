/** A source file of the project: its path from the root, its text, and what it imports. */
export type Source = { path: string; text: string; imports: string[] }

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g

/** All TypeScript below the given folders. */
export async function sources(...folders: string[]): Promise<Source[]> {
  const found: Source[] = []
  for (const folder of folders) {
    for await (const path of new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scan('.')) {
      if (path.startsWith('client/dist/')) continue
      const text = await Bun.file(path).text()
      found.push({
        path,
        text,
        imports: [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? ''),
      })
    }
  }
  return found.sort((one, other) => one.path.localeCompare(other.path))
}

/** The folder that an import resolves to, from the root: `#client/ui/base/icon.tsx` → `client/ui/base/icon.tsx`. */
export function target(source: Source, specifier: string): string {
  if (specifier.startsWith('#contract/')) return specifier.replace('#contract/', 'server/contract/')
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('./')) return `${source.path.split('/').slice(0, -1).join('/')}/${specifier.slice(2)}`
  return specifier
}
