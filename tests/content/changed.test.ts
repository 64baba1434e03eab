import { describe, expect, test } from 'bun:test'
import type { FileChange } from '#server/content/files/content-files.ts'
import { changedKeys } from '#server/content/snapshot/changed-keys.ts'
import { aPost, contentWith } from './content-dir.ts'

async function keysAfter({ file, data }: FileChange): Promise<string[]> {
  const { content } = await contentWith({ 'posts/x.md': aPost(), 'posts/y.md': aPost('summary: S\n') })
  const before = content.snapshot()
  await content.change(async (tx) => (data === null ? tx.remove(file) : tx.write(file, data)))
  return [...changedKeys(before, content.snapshot())].sort()
}

describe('the pages to re-render after a change', () => {
  const cases: [string, FileChange, string[]][] = [
    ['nothing, when the file says the same', { file: 'posts/x.md', data: aPost() }, []],
    ['the post, for its body', { file: 'posts/y.md', data: aPost('summary: S\n', 'Other.') }, ['any-post', 'post:y']],
    [
      'the card too, where the text is its summary',
      { file: 'posts/x.md', data: aPost('', 'Other.') },
      ['any-card', 'any-post', 'card:x', 'post:x'],
    ],
    [
      'the post and its card, for its title',
      { file: 'posts/x.md', data: aPost().replace('A post', 'B') },
      ['any-card', 'any-post', 'card:x', 'post:x'],
    ],
    [
      'the lists too, for its tags',
      { file: 'posts/x.md', data: aPost('tags: [milk]\n') },
      ['any-card', 'any-post', 'card:x', 'list', 'post:x'],
    ],
    [
      'the lists but no card, for a draft',
      { file: 'posts/x.md', data: aPost('draft: true\n') },
      ['any-post', 'list', 'post:x'],
    ],
    [
      'the old address, for an alias',
      { file: 'posts/x.md', data: aPost('aliases: [old]\n') },
      ['any-post', 'post:old', 'post:x'],
    ],
    [
      'all of it, for a new post',
      { file: 'posts/z.md', data: aPost() },
      ['any-card', 'any-post', 'card:z', 'list', 'post:z'],
    ],
    [
      'all of it, for a post that is gone',
      { file: 'posts/x.md', data: null },
      ['any-card', 'any-post', 'card:x', 'list', 'post:x'],
    ],
    ['the terms, for a category', { file: 'categories/crm.yml', data: 'name: Other\n' }, ['terms']],
    ['the terms, for a tag that is gone', { file: 'tags/milk.yml', data: null }, ['terms']],
    ['the authors, for one of them', { file: 'authors/ann.yml', data: 'name: Ann\n' }, ['authors']],
    ['the site, for a legal text', { file: 'legal/privacy-policy.md', data: 'x' }, ['site']],
    [
      'the plans',
      { file: 'plans.yml', data: `plans:\n${'  - { monthly_price: 1, annual_price: 1 }\n'.repeat(4)}` },
      ['plans'],
    ],
  ]
  for (const [what, change, keys] of cases) test(what, async () => expect(await keysAfter(change)).toEqual(keys))
})
