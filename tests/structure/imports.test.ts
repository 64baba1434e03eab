import { describe, expect, test } from 'bun:test'
import { type Source, sources, target } from '#tests/helpers/source.ts'

const code = await sources('client', 'server')
/** Scripts that are run by hand or by a build. */
const isTool = (path: string) => /^client\/(build|artwork)\//.test(path)

/** The layers from left to right: a file imports only from its own layer and from those to its right. */
const client = [
  /^client\/(admin-)?main\.tsx$/,
  /^client\/app\//,
  /^client\/(?!app|api|lib|ui|mockups|build|artwork)[a-z-]+\//,
  /^client\/(api|lib|ui|mockups)\//,
  /^server\/contract\//,
]
const server = [
  /^server\/(main\.ts|cli\/|dev\/)/,
  /^server\/(services|content-services|stores|app|config)\.ts$/,
  /^server\/(admin|blog|export|import|leads|ops|time-machine|writing)\//,
  /^server\/(content|git|media|pages)\//,
  /^server\/(database|http|storage|lib|text)\//,
  /^server\/contract\//,
]
const IMPORTS_MAX = 20

/** One line for each import cycle: `a.ts → b.ts → a.ts`. */
function cycles(files: readonly Source[]): string[] {
  const byPath = new Map(files.map((source) => [source.path, source]))
  const done = new Set<string>()
  const found: string[] = []
  function visit(path: string, trail: readonly string[]): void {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    const source = byPath.get(path)
    if (!source || done.has(path) || trail.includes(path)) return
    for (const specifier of source.imports) visit(target(source, specifier), [...trail, path])
    done.add(path)
  }
  for (const { path } of files) visit(path, [])
  return found
}
const layer = (layers: RegExp[], path: string) => layers.findIndex((pattern) => pattern.test(path))

function leftward(layers: RegExp[], source: Source): string[] {
  const own = layer(layers, source.path)
  const goals = source.imports.map((specifier) => target(source, specifier))
  return goals
    .filter((goal) => layer(layers, goal) !== -1 && layer(layers, goal) < own)
    .map((goal) => `${source.path} → ${goal}`)
}

const feature = (path: string) => /^(?:client|server)\/([a-z-]+)\//.exec(path)?.[1]

describe('who may import whom', () => {
  test('a client folder imports only what stands to its right', () => {
    expect(code.filter(({ path }) => path.startsWith('client/')).flatMap((source) => leftward(client, source))).toEqual(
      [],
    )
  })

  test('a server folder imports only what stands to its right', () => {
    expect(code.filter(({ path }) => path.startsWith('server/')).flatMap((source) => leftward(server, source))).toEqual(
      [],
    )
  })

  test('a client feature never imports another feature', () => {
    const features = code.filter(({ path }) => layer(client, path) === 2)
    const across = features.flatMap((source) =>
      source.imports
        .map((one) => target(source, one))
        .filter((goal) => layer(client, goal) === 2 && feature(goal) !== feature(source.path))
        .map((goal) => `${source.path} → ${goal}`),
    )
    expect(across).toEqual([])
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
    expect(others).toEqual(['server/contract/document.ts → prosemirror-model'])
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
    expect(cycles(code)).toEqual([])
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
