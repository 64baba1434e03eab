import { describe, expect, test } from 'bun:test'
import { dirname } from 'node:path'
import { type Source, sources, target } from '#tests/helpers/source.ts'
import { client, dashboardPages, publicPages, server, sharedFolders } from './folders.ts'

const code = await sources('client', 'server')
/** Scripts that are run by hand or by a build. */
const isTool = (path: string) => /^client\/(build|artwork)\//.test(path)

const orders = { client, server }

/** Modules that create services. Everything else gets services as parameters. */
const serviceModules = ['services', 'content-services', 'stores', 'leads/leads'].map((name) => `server/${name}.ts`)
const mayCreateServices = /^server\/(?:[^/]+$|cli\/)/

/** Reads or writes files, or runs a process. */
const usesDisk = ({ text, imports }: Source) =>
  imports.some((one) =>
    /^(?:bun$|bun:|(?:node:)?(?:fs|child_process|worker_threads)\b|#server\/storage\/)/.test(one),
  ) || /\bBun\.(?:file|write|spawn|Glob|\$)/.test(text)

const IMPORTS_MAX = 20

type Graph = ReadonlyMap<string, readonly string[]>

const goalsOf = (source: Source) => source.imports.map((specifier) => target(source, specifier))
const fileGraph = (files: readonly Source[]): Graph => new Map(files.map((source) => [source.path, goalsOf(source)]))

/** The folders of these files, with the other folders that each imports. */
function folderGraph(files: readonly Source[]): Graph {
  const known = new Set(files.map(({ path }) => path))
  const found = new Map<string, Set<string>>()
  for (const source of files) {
    const own = dirname(source.path)
    const goals = found.getOrInsertComputed(own, () => new Set())
    for (const goal of goalsOf(source)) if (known.has(goal) && dirname(goal) !== own) goals.add(dirname(goal))
  }
  return new Map([...found].map(([folder, goals]) => [folder, [...goals]]))
}

/** One line for each import cycle: `a.ts → b.ts → a.ts`. */
function cycles(graph: Graph): string[] {
  const done = new Set<string>()
  const found: string[] = []
  function visit(path: string, trail: readonly string[]): void {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    const goals = graph.get(path)
    if (!goals || done.has(path) || trail.includes(path)) return
    for (const goal of goals) visit(goal, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return found
}

/** The imports of folders that are not above the importing folder in the list. */
function againstOrder(order: readonly string[], files: readonly Source[]): string[] {
  const known = new Set(files.map(({ path }) => path))
  const isWrong = (from: string, to: string) => from !== to && order.indexOf(to) >= order.indexOf(from)
  return files.flatMap((source) =>
    goalsOf(source)
      .filter((goal) => known.has(goal) && isWrong(dirname(source.path), dirname(goal)))
      .map((goal) => `${source.path} → ${goal}`),
  )
}

/** The files that these import, directly or through others, and they themselves. */
function reachableFrom(files: readonly Source[]): Source[] {
  const byPath = new Map(code.map((source) => [source.path, source]))
  const found = new Set(files)
  // The loop also visits what it adds.
  for (const source of found)
    for (const goal of goalsOf(source)) {
      const next = byPath.get(goal)
      if (next) found.add(next)
    }
  return [...found]
}

const filesOf = (area: string) => code.filter(({ path }) => path.startsWith(`${area}/`))

/** One line for each import from one part to another. `partOf` returns `undefined` for a folder that belongs to none. */
function across(files: readonly Source[], partOf: (folder: string) => string | undefined): string[] {
  return files.flatMap((source) => {
    const own = partOf(dirname(source.path))
    const others = goalsOf(source).filter((goal) => ![undefined, own].includes(partOf(dirname(goal))))
    return own === undefined ? [] : others.map((goal) => `${source.path} → ${goal}`)
  })
}

describe('who may import whom', () => {
  test.each(Object.entries(orders))('a folder of the %s imports only folders above it in the list', (area, order) => {
    expect(againstOrder(order, filesOf(area))).toEqual([])
  })

  test.each(Object.entries(orders))(
    'each folder of the %s is in the list once, and the list has no others',
    (area, order) => {
      expect([...order].sort()).toEqual([...folderGraph(filesOf(area)).keys()].sort())
    },
  )

  test.each(Object.entries(orders))('no folder of the %s is in an import cycle, type imports included', (area) => {
    expect(cycles(folderGraph(filesOf(area)))).toEqual([])
  })

  test('the files directly in a folder come after its subfolders, unless these share them', () => {
    const early = Object.values(orders).flatMap((order) =>
      order.filter((folder, at) => order.slice(at).some((other) => other.startsWith(`${folder}/`))),
    )
    expect(early.sort()).toEqual(sharedFolders)
  })

  test('the contract and the code for texts reach no disk, directly or through others', () => {
    const pure = code.filter(({ path }) => /^server\/(contract|text)\//.test(path))
    expect(
      reachableFrom(pure)
        .filter(usesDisk)
        .map(({ path }) => path),
    ).toEqual([])
  })

  test('only the root of the server, commands and tests create services', () => {
    const creating = code.filter((source) => goalsOf(source).some((goal) => serviceModules.includes(goal)))
    expect(creating.map(({ path }) => path).filter((path) => !mayCreateServices.test(path))).toEqual([])
    expect(serviceModules.filter((module) => !code.some(({ path }) => path === module))).toEqual([])
  })

  test('public pages never import each other, and share nothing with the dashboard', () => {
    const features = new Set([...publicPages, 'client/admin'])
    const feature = (folder: string) => folder.split('/').slice(0, 2).join('/')
    expect(
      across(filesOf('client'), (folder) => (features.has(feature(folder)) ? feature(folder) : undefined)),
    ).toEqual([])
  })

  test('pages of the dashboard never import each other', () => {
    const pages = new Set(dashboardPages)
    const page = (folder: string) => folder.split('/').slice(0, 3).join('/')
    expect(across(filesOf('client'), (folder) => (pages.has(folder) ? page(folder) : undefined))).toEqual([])
  })

  test('the client reads nothing of the server but the contract', () => {
    const reads = code.filter(({ path }) => path.startsWith('client/') && !isTool(path))
    const wrong = reads.flatMap((source) =>
      source.imports
        .map((one) => target(source, one))
        .filter((goal) => /^server\/(?!contract\/)/.test(goal))
        .map((goal) => `${source.path} → ${goal}`),
    )
    expect(wrong).toEqual([])
  })

  test('only pages and the social cards, which share the shapes of the artwork, reach from the server into the client', () => {
    const reaching = code.filter(
      ({ path, imports }) => path.startsWith('server/') && imports.some((one) => one.startsWith('#client/')),
    )
    const may = /^server\/(pages\/|media\/share-cards\/)/
    expect(reaching.map(({ path }) => path).filter((path) => !may.test(path))).toEqual([])
  })

  test('the contract imports valibot and itself, nothing else but types of documents', () => {
    const contract = code.filter(({ path }) => path.startsWith('server/contract/'))
    const others = contract
      .flatMap(({ path, imports }) => imports.map((one) => `${path} → ${one}`))
      .filter((one) => !/ → (?:valibot$|#contract\/)/.test(one))
    expect(others.sort()).toEqual([
      'server/contract/document.ts → prosemirror-model',
      'server/contract/stored-document.ts → prosemirror-model',
    ])
    const document = contract.find(({ path }) => path === 'server/contract/document.ts')
    expect(document?.text).toMatch(/^import type \{[^}]+\} from 'prosemirror-model'$/m)
  })

  test('only server/http defines errors with an HTTP status', () => {
    const outside = code.filter(
      ({ path, text }) => /(?:extends|new) HttpError/.test(text) && !path.startsWith('server/http/'),
    )
    expect(outside.map(({ path }) => path)).toEqual([])
  })

  test('storage, lib, text, content and git throw domain errors and import no HTTP error', () => {
    const low = code.filter(({ path }) => /^server\/(storage|lib|text|content|git\/(?!history\/routes))/.test(path))
    expect(
      low.filter((source) => source.imports.some((one) => target(source, one) === 'server/http/errors.ts')),
    ).toEqual([])
  })
})

describe('how a file is written', () => {
  test('no path climbs with ../, none lacks its extension, and there are no barrels', () => {
    const own = code.flatMap(({ path, imports }) =>
      imports.filter((one) => /^[.#]/.test(one)).map((one) => ({ path, one })),
    )
    expect(own.filter(({ one }) => one.startsWith('..') || !/\.(ts|tsx|json)$/.test(one))).toEqual([])
    expect(code.filter(({ path }) => /\/index\.tsx?$/.test(path))).toEqual([])
  })

  test('no file imports more than 20 others', () => {
    const many = code
      .map(({ path, imports }) => ({ path, imports: new Set(imports).size }))
      .filter(({ imports }) => imports > IMPORTS_MAX)
    expect(many).toEqual([])
  })

  test('no file imports itself through others, type imports included', () => {
    expect(cycles(fileGraph(code))).toEqual([])
  })

  test('no file is longer than 300 lines', () => {
    const long = code
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > 300)
    expect(long).toEqual([])
  })

  test('nothing but content/site.yml spells the product’s name', async () => {
    const name = /name:\s*(\S+)/.exec(await Bun.file('content/site.yml').text())?.[1] ?? ''
    expect(name).not.toBe('')
    expect(code.filter(({ text }) => text.includes(name)).map(({ path }) => path)).toEqual([])
  })
})
