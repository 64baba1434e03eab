import { describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Disk, isTemporary, listFiles, realDisk, removeFile, replaceFile } from '#server/storage/files.ts'
import { wrapped } from '#tests/files/failing-log-disk.ts'

const folder = () => mkdtemp(join(tmpdir(), 'files-'))

describe('replacing a file atomically', () => {
  test('creates it, then replaces it, with the given mode', async () => {
    const file = join(await folder(), 'a.txt')
    await replaceFile(file, 'one')
    await replaceFile(file, new Uint8Array([0x32]), { mode: 0o600 })
    expect(await readFile(file, 'utf8')).toBe('2')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('writes, syncs, renames and syncs the folder, in this order', async () => {
    const dir = await folder()
    const calls: string[] = []
    const name = (path: string) =>
      path === dir ? 'folder' : isTemporary(path.slice(dir.length + 1)) ? 'temporary' : 'file'
    const disk: Disk = {
      ...realDisk,
      async open(path, flags, mode) {
        const file = await realDisk.open(path, flags, mode)
        const noted = (call: string) => calls.push(`${call} ${name(path)}`)
        return {
          ...wrapped(file),
          writeFile: (data) => file.writeFile(data).finally(() => noted('write')),
          sync: () => file.sync().finally(() => noted('sync')),
        }
      },
      rename: (from, to) => realDisk.rename(from, to).finally(() => calls.push(`rename ${name(from)} to ${name(to)}`)),
    }
    await replaceFile(join(dir, 'a.txt'), 'x', { disk })
    expect(calls).toEqual(['write temporary', 'sync temporary', 'rename temporary to file', 'sync folder'])
  })

  test('leaves the old file and no temporary file when it fails', async () => {
    const dir = await folder()
    await replaceFile(join(dir, 'a.txt'), 'old')
    const rename = () => Promise.reject(new Error('no'))
    await expect(replaceFile(join(dir, 'a.txt'), 'new', { disk: { ...realDisk, rename } })).rejects.toThrow('no')
    expect(await readdir(dir)).toEqual(['a.txt'])
    expect(await readFile(join(dir, 'a.txt'), 'utf8')).toBe('old')
  })

  test('leaves one complete text after concurrent writes', async () => {
    const file = join(await folder(), 'a.txt')
    const texts = Array.from({ length: 20 }, (_, n) => String(n).repeat(50_000))
    await Promise.all(texts.map((text) => replaceFile(file, text)))
    expect(texts).toContain(await readFile(file, 'utf8'))
  })

  test('removes a file, and fails for a missing one', async () => {
    const dir = await folder()
    await replaceFile(join(dir, 'a.txt'), 'x')
    await removeFile(join(dir, 'a.txt'))
    expect(await listFiles(dir)).toEqual([])
    await expect(removeFile(join(dir, 'a.txt'))).rejects.toThrow('ENOENT')
  })
})
