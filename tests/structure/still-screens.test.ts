import { expect, test } from 'bun:test'
import { routes } from '#client/app/routes.ts'
import { type Source, sources, target } from '#tests/helpers/source.ts'

const code = new Map((await sources('client')).map((source) => [source.path, source]))
/** They can be alive, and are still where they are given no handler. */
const EITHER = ['client/ui/chip.tsx', 'client/ui/button.tsx', 'client/ui/icon-button.tsx', 'client/ui/still.tsx']
const ALIVE = /\buse[A-Z]\w+\(|\bon[A-Z]\w+=\{/

/** A file and all that comes with it before it can run. */
function closure(path: string, found = new Map<string, Source>()): Map<string, Source> {
  const source = code.get(path)
  if (!source || found.has(path)) return found
  found.set(path, source)
  for (const one of source.imports) closure(target(source, one), found)
  return found
}

test.each(routes.filter(({ isStill }) => isStill).map(({ file }) => file))(
  '%s ships no code, so nothing on it may be alive: no hook, no handler',
  (screen) => {
    const alive = [...closure(screen).values()].filter(({ path, text }) => !EITHER.includes(path) && ALIVE.test(text))
    expect(alive.map(({ path }) => path)).toEqual([])
  },
)
