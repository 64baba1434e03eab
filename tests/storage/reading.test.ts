import { describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  FileTooLargeError,
  isSafePath,
  listFiles,
  NotRegularFileError,
  pathInside,
  readRegularFile,
  readRegularFileSync,
} from '#server/storage/files.ts'
import { cpuMilliseconds } from '#tests/helpers/usage.ts'

async function folderWithLinks(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'files-'))
  await mkdir(join(dir, 'sub'))
  await writeFile(join(dir, 'sub/plain.txt'), 'plain')
  await writeFile(join(dir, '.hidden'), 'x')
  await symlink('/etc/hostname', join(dir, 'link.txt'))
  await symlink('/etc', join(dir, 'out'))
  await symlink(join(dir, 'sub'), join(dir, 'inside'))
  return dir
}

describe('reading files', () => {
  test('returns the bytes of a plain file', async () => {
    const file = join(await folderWithLinks(), 'sub/plain.txt')
    expect(new TextDecoder().decode(await readRegularFile(file, 5))).toBe('plain')
    expect(new TextDecoder().decode(readRegularFileSync(file, 5))).toBe('plain')
  })

  test('rejects a symlink, a folder, a pipe and an oversized file', async () => {
    const dir = await folderWithLinks()
    Bun.spawnSync(['mkfifo', join(dir, 'pipe')])
    for (const name of ['link.txt', 'sub', 'pipe']) {
      await expect(readRegularFile(join(dir, name), 1000)).rejects.toThrow(NotRegularFileError)
      expect(() => readRegularFileSync(join(dir, name), 1000)).toThrow(NotRegularFileError)
    }
    await expect(readRegularFile(join(dir, 'sub/plain.txt'), 4)).rejects.toThrow(FileTooLargeError)
    await expect(readRegularFile(join(dir, 'nope'), 4)).rejects.toThrow('ENOENT')
  })

  test('lists names in order without hidden ones, and a missing folder as empty', async () => {
    const dir = await folderWithLinks()
    expect(await listFiles(dir)).toEqual(['inside', 'link.txt', 'out', 'sub'])
    expect(await listFiles(join(dir, 'nope'))).toEqual([])
  })
})

describe('a path', () => {
  const hostile = [
    '',
    '.',
    '..',
    '../x',
    'a/../x',
    '/etc',
    'a//b',
    'a/',
    '.git',
    'a/.env',
    'a\\b',
    'a\0b',
    'a%2fb',
    'a b',
    'a..b',
    'x'.repeat(301),
    'a\nb',
  ]
  test('is rejected when it could lead outside', () => {
    expect(hostile.filter(isSafePath)).toEqual([])
    const names = ['a%2fb', 'a b', 'a..b', 'x'.repeat(301)]
    for (const path of hostile) {
      if (names.includes(path)) expect(pathInside('/root', path)).toBe(`/root/${path}`)
      else expect(() => pathInside('/root', path)).toThrow(RangeError)
    }
    for (const path of ['x'.repeat(1001), 'a\uFFFDb', 'a\uD800', 'a\u0085b'])
      expect(() => pathInside('/root', path)).toThrow(RangeError)
    expect(pathInside('/root', 'posts/a-b_c.d.webp')).toBe('/root/posts/a-b_c.d.webp')
  })

  test('is checked quickly, however long', () => {
    const started = cpuMilliseconds()
    isSafePath(`${'a.'.repeat(5_000_000)}!`)
    expect(cpuMilliseconds() - started).toBeLessThan(100)
  })
})
