import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { DOCUMENT_MAX_BYTES, DOCUMENT_MAX_DEPTH } from '#contract/limits.ts'
import { blogApps } from '#tests/blog/blog-app.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { png } from '#tests/media/inputs.ts'
import { wrongIn } from '#tests/openapi/described.ts'
import { aParagraph } from './blocks.ts'

const blogApp = blogApps()
const TEXT = '# Bread\n\nFlour and\nwater.\n\n<div>x</div>\n\nSalt.\n'

type App = Awaited<ReturnType<typeof blogApp>>
const read = ({ send, token }: App, json: unknown) => send('POST', adminPaths.writingDocument, { token, json })
const write = ({ send, token }: App, json: unknown) => send('POST', adminPaths.writingText, { token, json })

describe('POST /api/writing/document', () => {
  test('returns a text as blocks, with the line of each', async () => {
    const answer = await read(await blogApp(), { format: 'md', content: TEXT })
    expect(answer.status).toBe(200)
    expect(await wrongIn('POST /api/writing/document', answer)).toEqual([])
    const { blocks, lines } = await answer.json()
    expect(blocks.map(({ type }: { type: string }) => type)).toEqual([
      'heading',
      'paragraph',
      'source_block',
      'paragraph',
    ])
    expect(lines).toEqual([1, 3, 6, 8])
  })

  test('names the URLs of the images in the folder of the post, used in the text or not', async () => {
    const app = await blogApp({ files: { 'posts/plain.md': aPost(), 'posts/van/index.md': aPost() } })
    for (const name of ['van.png', 'spare.png'])
      await writeFile(join(app.dir, 'content/posts/van', name), png(name.length * 10, 20))
    await app.content.reload(['posts/van/van.png', 'posts/van/spare.png'])
    const imagesOf = async (id?: string) => (await (await read(app, { format: 'md', content: TEXT, id })).json()).images
    const images = await imagesOf('van')
    expect(images).toEqual({
      'van.png': expect.stringMatching(/^\/storage\/posts\/[0-9a-f]{32}-70x20\.webp$/),
      'spare.png': expect.stringMatching(/^\/storage\/posts\/[0-9a-f]{32}-90x20\.webp$/),
    })
    expect((await app.get(images['spare.png'])).status).toBe(200)
    for (const id of ['plain', 'nothing', '../van', undefined]) expect(await imagesOf(id)).toEqual({})
  })

  test('requires an administrator, and text of a known format', async () => {
    const app = await blogApp()
    expect((await app.post(adminPaths.writingDocument, { format: 'md', content: TEXT })).status).toBe(401)
    for (const json of [
      { content: TEXT },
      { format: 'exe', content: TEXT },
      { format: 'md', content: 'x'.repeat(200_001) },
    ]) {
      expect((await read(app, json)).status).toBe(422)
    }
  })
})

describe('POST /api/writing/text', () => {
  test('changes only the block that was edited', async () => {
    const blocks = [0, aParagraph('Flour, salt and water.'), 2, 3]
    const answer = await write(await blogApp(), { format: 'md', content: TEXT, blocks })
    expect(await wrongIn('POST /api/writing/text', answer)).toEqual([])
    expect(await answer.json()).toEqual({ content: TEXT.replace('Flour and', 'Flour, salt and'), lines: [1, 3, 6, 8] })
  })

  test('changes only the edited word of an HTML post', async () => {
    const app = await blogApp()
    const content = '<h2 id="a">Bread</h2>\n<p class="lead">Flour and <b>water</b>.</p>\n\n<p>Salt.</p>\n'
    const { blocks } = await (await read(app, { format: 'html', content })).json()
    const edited = JSON.parse(JSON.stringify(blocks[1]).replace('Flour and', 'Flour with'))
    const answer = await write(app, { format: 'html', content, blocks: [0, edited, 2] })
    expect((await answer.json()).content).toBe(content.replace('Flour and', 'Flour with'))
  })

  test('returns the blocks whose links changed with their definition', async () => {
    const json = { format: 'md', content: 'A [b][c].\n\n[c]: /c\n' }
    const blocks = [0, { type: 'source_block', attrs: { text: '[c]: /new' } }]
    const answer = await write(await blogApp(), { ...json, blocks })
    expect(await wrongIn('POST /api/writing/text', answer)).toEqual([])
    const { content, reread } = await answer.json()
    expect(content).toBe('A [b][c].\n\n[c]: /new\n')
    expect(Object.keys(reread)).toEqual(['0'])
    expect(JSON.stringify(reread)).toContain('"href":"/new"')
  })

  test('stores a link with an empty title, which Word and many pages copy', async () => {
    const link = { type: 'link', attrs: { href: 'https://example.com/', title: '' } }
    const json = {
      format: 'md',
      content: '',
      blocks: [{ ...aParagraph('this'), content: [{ type: 'text', text: 'this', marks: [link] }] }],
    }
    const answer = await write(await blogApp(), json)
    expect(await answer.json()).toEqual({ content: '[this](https://example.com/)', lines: [1] })
  })

  test('repairs a block that the format cannot express, and says what was left out', async () => {
    const cell = (type: string, words: string, attrs = {}) => ({ ...aParagraph(words), type, attrs })
    const row = (...content: unknown[]) => ({ type: 'table_row', content })
    const header = row(cell('table_header', 'Grain', { colspan: 2 }))
    const table = { type: 'table', content: [header, row(cell('table_cell', 'Rye'), cell('table_cell', 'Spelt'))] }
    const answer = await write(await blogApp(), { format: 'md', content: 'One.\n\nTwo.\n', blocks: [0, table, 1] })
    expect(await wrongIn('POST /api/writing/text', answer)).toEqual([])
    const { content, repaired, reread } = await answer.json()
    expect(content).toBe('One.\n\n| Grain | |\n| --- | --- |\n| Rye | Spelt |\n\nTwo.\n')
    expect(repaired).toEqual([{ index: 1, message: 'Markdown has no merged cells. They were split.' }])
    expect(Object.keys(reread)).toEqual(['1'])
    expect(reread[1].content[0].content).toHaveLength(2)
  })

  test('returns the text as it was for blocks that did not change', async () => {
    const answer = await write(await blogApp(), { format: 'md', content: TEXT, blocks: [0, 1, 2, 3] })
    expect((await answer.json()).content).toBe(TEXT)
  })

  test('accepts deep lists', async () => {
    let list: unknown = aParagraph('Deep.')
    for (let depth = 0; depth < 12; depth++)
      list = { type: 'bullet_list', content: [{ type: 'list_item', content: [aParagraph('Item.'), list] }] }
    const answer = await write(await blogApp(), { format: 'md', content: '', blocks: [list] })
    expect((await answer.json()).content).toContain('Deep.')
  })

  test('rejects what is no document, without repeating it', async () => {
    const app = await blogApp()
    const wrong = [
      { type: 'secret-word' },
      { type: 'paragraph', content: [{ type: 'secret-word' }] },
      'secret-word',
      -1,
    ]
    for (const block of wrong) {
      const answer = await write(app, { format: 'md', content: TEXT, blocks: [block] })
      expect(answer.status).toBe(422)
      expect(await answer.text()).not.toContain('secret-word')
    }
    expect((await app.post(adminPaths.writingText, { format: 'md', content: '', blocks: [] })).status).toBe(401)
  })

  test('rejects a body that is too large or nested too deeply', async () => {
    const app = await blogApp()
    const large = { format: 'md', content: '', blocks: ['x'.repeat(DOCUMENT_MAX_BYTES)] }
    expect((await write(app, large)).status).toBe(413)
    let deep: unknown = []
    for (let depth = 0; depth < DOCUMENT_MAX_DEPTH; depth++) deep = [deep]
    expect((await write(app, { format: 'md', content: '', blocks: [{ type: 'paragraph', deep }] })).status).toBe(400)
  })
})

describe('POST /api/writing/merge', () => {
  const merge = async (app: App, base: string, mine: string, theirs: string) =>
    (await (await app.send('POST', adminPaths.writingMerge, { token: app.token, json: { base, mine, theirs } })).json())
      .content

  test('returns both changes of a text, also where one is at its end', async () => {
    const app = await blogApp()
    expect(await merge(app, 'One.\n\nTwo.', 'One.\n\nTwo, typed.', 'One, saved.\n\nTwo.')).toBe(
      'One, saved.\n\nTwo, typed.',
    )
    expect(await merge(app, 'One.', 'One.\n\nTyped.', 'Saved.\n\nOne.')).toBe('Saved.\n\nOne.\n\nTyped.')
    expect(await merge(app, '', 'Typed.', '')).toBe('Typed.')
    expect(await merge(app, 'One.', 'One.', '')).toBe('')
  })

  test('returns nothing where both changed the same lines, or the text is too long with both', async () => {
    const app = await blogApp()
    expect(await merge(app, 'One.', 'One, typed.', 'One, saved.')).toBeNull()
    const long = 'x'.repeat(120_000)
    expect(await merge(app, 'One.\n\nTwo.', `${long}\n\nOne.\n\nTwo.`, `One.\n\nTwo.\n\n${long}`)).toBeNull()
  })

  test('requires an administrator', async () => {
    const app = await blogApp()
    expect((await app.post(adminPaths.writingMerge, { base: '', mine: '', theirs: '' })).status).toBe(401)
  })
})
