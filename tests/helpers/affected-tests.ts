import { $ } from 'bun'
import { type Source, sources, target } from './source.ts'

/** Documents are read by the tests of the structure, which always run. */
const DOCUMENT = /^docs\/|\.md$/
const CODE = /^(?:client|server|tests)\//
const isAboutTheTree = (path: string) => /^tests\/(?:structure\/|helpers\/source\.ts$)/.test(path)
const isTest = (path: string) => /\.(?:test\.tsx?|journey\.ts)$/.test(path)

/**
 * Returns the test files that changes since a commit can affect, or `undefined` if that can be all of them,
 * for example after a change of the content or of a dependency.
 */
export async function affectedTests(since: string): Promise<ReadonlySet<string> | undefined> {
  const tracked = await $`git diff --name-only --no-renames ${since}`.text()
  const untracked = await $`git ls-files --others --exclude-standard`.text()
  const changed = `${tracked}${untracked}`.split('\n').filter((path) => path !== '' && !DOCUMENT.test(path))
  if (changed.some((path) => !CODE.test(path))) return undefined
  return testsOf(await sources('client', 'server', 'tests'), changed)
}

/**
 * Returns the tests that import a changed file, directly or through others, or name it: a program to start, or a fixture. Journeys
 * use the whole site without importing it, so those of a changed feature run: `client/pricing` → `tests/pricing`.
 */
export function testsOf(all: readonly Source[], changed: readonly string[]): Set<string> {
  const imports = new Map(all.map((source) => [source.path, source.imports.map((one) => target(source, one))]))
  const names = new Map(all.map((source) => [source.path, namedIn(source)]))
  const features = new Set(changed.map((path) => path.split('/')[1]))
  const isJourney = (path: string) => path.endsWith('.journey.ts')

  /** The file, and all that it imports or names. */
  function reached(path: string, followsNames: boolean, found = new Set<string>()): Set<string> {
    if (found.has(path)) return found
    found.add(path)
    for (const next of imports.get(path) ?? []) reached(next, followsNames, found)
    if (followsNames) for (const next of names.get(path) ?? []) reached(next, followsNames, found)
    return found
  }
  function isAffected(path: string): boolean {
    const needed = reached(path, !isJourney(path))
    const isOfFeature = isJourney(path) && features.has(path.split('/')[1])
    return isOfFeature || changed.some((one) => needed.has(one)) || [...needed].some(isAboutTheTree)
  }
  return new Set(all.map(({ path }) => path).filter((path) => isTest(path) && isAffected(path)))
}

/** Paths in quotes, such as `'server/main.ts'`. */
const namedIn = ({ text }: Source) =>
  [...text.matchAll(/['"`](?:\.?\/)?((?:client|server|tests)\/[\w./-]+)['"`]/g)].map(([, path = '']) => path)
