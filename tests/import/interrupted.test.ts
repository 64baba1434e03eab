import { expect, test } from 'bun:test'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { anImport } from './importing.ts'

test('an import that was killed before it recorded its posts is committed by the next run', async () => {
  const site = await anImport({
    '_config.yml': 'title: Old\n',
    '_posts/2024-05-06-bread.md': '---\ntitle: Bread\n---\n\nText.\n',
  })
  try {
    await site.import()
    const folder = join(site.dir, 'private/imports')
    const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.jsonl'))
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n')
    await writeFile(
      join(folder, name),
      lines
        .filter((line) => line.includes('"isDone":false'))
        .join('\n')
        .concat('\n'),
    )
    await site.git('reset', '-q', 'HEAD~1')
    await site.git('checkout', '-q', '--', 'content/site.yml')
    await site.edit('posts/.2024-05-06-bread.md.0123456789ab.tmp', 'half of a po')
    await site.edit('posts/.other.md.0123456789ab.tmp', 'of another program')
    expect(await site.git('status', '--short', '-uall', 'content')).toContain('bread.md')
    await site.import()
    await rm(join(site.dir, 'content/posts/.other.md.0123456789ab.tmp'))
    expect(await site.git('status', '--short', '-uall', 'content')).toBe('')
  } finally {
    await site.remove()
  }
})
