import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { sources } from '#tests/helpers/source.ts'

const pkg = JSON.parse(readFileSync('package.json', 'utf8'))

/** Licenses that require only that their text is included. */
const FINE = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0']
/**
 * Acceptable in practice: we would have to publish changes of these very files, and we change none; a font must not be sold alone,
 * and what is rendered with it is free.
 * Python-2.0 is that of a parser of arguments, which only the command of js-yaml uses.
 */
const LOOKED_AT = ['MPL-2.0', 'Unlicense', 'CC-BY-4.0', 'OFL-1.1', 'Python-2.0']

/** Fixed by the customer. `bun-types` are types, the next two run the tests. */
const REQUIRED = [
  ...['react', 'react-dom', 'react-router-dom', 'elysia', '@elysiajs/static', '@elysiajs/jwt', 'gray-matter', 'marked'],
  ...['isomorphic-dompurify', 'valibot', 'styled-components', 'bun-types', 'happy-dom', 'playwright'],
]

test('every package that the customer requires is a dependency', () => {
  const all = { ...pkg.dependencies, ...pkg.devDependencies }
  expect(REQUIRED.filter((name) => !(name in all))).toEqual([])
})

test('every required package of the site is imported by it', async () => {
  const code = await sources('client', 'server')
  const imported = new Set(
    code.flatMap(({ imports }) => imports.map((one) => one.replace(/^([^@/]+|@[^/]+\/[^/]+).*/, '$1'))),
  )
  const ofSite = REQUIRED.filter((name) => name in pkg.dependencies)
  expect(ofSite.filter((name) => !imported.has(name))).toEqual([])
})

test('every dependency has an exact version', () => {
  for (const [name, version] of Object.entries({ ...pkg.dependencies, ...pkg.devDependencies })) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)])
  }
})

test('no package may run an install script', () => {
  expect(pkg.trustedDependencies).toEqual([])
})

test('the lock file has a checksum for each package and no URL', async () => {
  const lock = await Bun.file('bun.lock').text()
  expect(lock).not.toMatch(/https?:\/\//)
  const packages = lock
    .slice(lock.indexOf('"packages"'))
    .split('\n')
    .filter((line) => /^ {4}"/.test(line))
  expect(packages.length).toBeGreaterThan(100)
  expect(packages.filter((line) => !/"sha512-[\w+/]{86}=="\],?$/.test(line))).toEqual([])
})

test('every package has an allowed license', () => {
  const { stdout } = Bun.spawnSync(['bun', 'pm', 'licenses', '--json'])
  const licences = Object.keys(JSON.parse(stdout.toString()))
  const choices = (licence: string) => licence.replace(/[()]/g, '').split(' OR ')
  const known = (licence: string) => choices(licence).some((one) => FINE.includes(one) || LOOKED_AT.includes(one))
  expect(licences.length).toBeGreaterThan(3)
  expect(licences.filter((licence) => !known(licence))).toEqual([])
})
