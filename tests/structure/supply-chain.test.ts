import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'

const pkg = JSON.parse(readFileSync('package.json', 'utf8'))

/** Licenses that require only their own text to be kept. */
const FINE = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0']
/**
 * Acceptable in practice: we would have to publish changes of these very files, and we change none; a font must not be sold alone,
 * and what is rendered with it is free.
 */
const LOOKED_AT = ['MPL-2.0', 'Unlicense', 'CC-BY-4.0', 'OFL-1.1']

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
