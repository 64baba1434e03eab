import { describe, expect, test } from 'bun:test'
import { isLater, notesOf, release, withDate } from '#server/cli/release/main.ts'
import { aCheckout } from '#tests/git/checkout.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'

const ends = endsOfEachTest()
const now = new Date('2026-11-27T20:00:00Z')
const changelog = '# Changelog\n\n## 0.2.0, not yet released\n\n- **A** is new.\n- B stays.\n\n## 0.1.0\n\n- First.\n'

describe('a version', () => {
  test.each([
    ['0.2.1', '0.2.0'],
    ['0.10.0', '0.9.9'],
    ['1.0.0', '0.9.9'],
  ])('%s comes after %s, not before it', (later, earlier) => {
    expect(isLater(later, earlier)).toBe(true)
    expect(isLater(earlier, later)).toBe(false)
  })

  test.each(['1.0', 'v1.0.0', '1.0.0-beta', 'next', '0.1.0'])('%s comes after none', (version) => {
    expect(isLater(version, '0.1.0')).toBe(false)
  })

  test('has its date and its notes in the changelog', () => {
    const dated = withDate(changelog, '0.2.0', now)
    expect(dated).toContain('## 0.2.0, 2026-11-27\n')
    expect(notesOf(dated, '0.2.0')).toBe('- **A** is new.\n- B stays.')
  })

  test('without a section, or without anything in it, is not released', () => {
    expect(() => withDate(changelog, '0.3.0', now)).toThrow('has no section')
    expect(() => withDate('## 0.3.0, not yet released\n\n## 0.2.0\n', '0.3.0', now)).toThrow('lists nothing')
  })
})

describe('bun run release', () => {
  async function aRelease({ passes = true, writes = true, version = '0.2.0' } = {}) {
    const checkout = await aCheckout({
      'package.json': '{ "name": "a", "version": "0.1.0" }\n',
      Dockerfile: 'ARG VERSION=0.1.0 REVISION=unknown\n',
      'CHANGELOG.md': changelog,
    })
    ends.push(checkout.remove)
    await checkout.run('config', 'user.name', 'An Editor')
    await checkout.run('config', 'user.email', 'editor@testery.example')
    const writeState = async (folder: string) => {
      await checkout.write(`${folder}/files/private/admin.json`, '{}')
      return writes
    }
    return {
      ...checkout,
      release: () => release({ root: checkout.dir, version, now, test: async () => passes, writeState }),
    }
  }

  test('makes a commit and a tag with the notes', async () => {
    const { run, text, status, release } = await aRelease()
    expect(await release()).toBe('- **A** is new.\n- B stays.')
    expect(await text('package.json')).toContain('"version": "0.2.0"')
    expect(await text('Dockerfile')).toContain('ARG VERSION=0.2.0 ')
    expect(await run('log', '--format=%s')).toBe('Release 0.2.0\nFirst')
    expect(await run('tag', '-l', '--format=%(refname:short) %(contents)')).toContain(
      'v0.2.0 Version 0.2.0\n\n- **A** is new.',
    )
    expect(await run('ls-files', 'tests')).toBe('tests/fixtures/state-0.2.0/files/private/admin.json')
    expect(await status()).toBe('')
  })

  test('changes nothing where the state of the version cannot be written', async () => {
    const { run, text, status, release } = await aRelease({ writes: false })
    await expect(release()).rejects.toThrow('could not be written')
    expect(await text('package.json')).toContain('"version": "0.1.0"')
    expect(await run('tag', '-l')).toBe('')
    expect(await status()).toBe('')
  })

  test('changes nothing while tests fail, files are not committed, or another branch is checked out', async () => {
    const failing = await aRelease({ passes: false })
    await expect(failing.release()).rejects.toThrow('The tests do not pass.')
    const { run, write, status, release } = await aRelease()
    await write('new.txt', 'x')
    await expect(release()).rejects.toThrow('in no commit')
    await run('add', '-A')
    await run('commit', '-q', '-m', 'New')
    await run('switch', '-q', '-c', 'other')
    await expect(release()).rejects.toThrow('Releases are made on main')
    expect(await run('tag', '-l')).toBe('')
    expect(await status()).toBe('')
  })

  test('does not go back', async () => {
    const { release } = await aRelease({ version: '0.0.9' })
    await expect(release()).rejects.toThrow('0.0.9 is no version after 0.1.0')
  })
})
