import { afterAll, describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { InvalidDocumentError } from '#server/text/document/errors.ts'
import { UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import { type Converter, type ConverterOptions, createConverter } from '#server/writing/converter.ts'
import { blogApps } from '#tests/blog/blog-app.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { paragraph } from './documents.ts'
import { invited } from './people.ts'

const blogApp = blogApps()
const started: { close(): void }[] = []
afterAll(() => {
  for (const one of started) one.close()
})

function aConverter(options: ConverterOptions = {}) {
  const converter = createConverter(options)
  started.push(converter)
  return converter
}

/** Takes a minute or more. */
const tooSlow = '_a_'.repeat(66_000)
const rejection = (answer: Promise<unknown>) => answer.catch((error) => error)

describe('the conversion of a hostile text', () => {
  test('lets other requests through, and ends with 422 and what to do', async () => {
    const converter = aConverter({ timeLimitMs: 1_000 })
    const { send, get, token } = await blogApp({ converter })
    await converter.read('warm', 'md')
    const order: string[] = []
    const json = { format: 'md', content: tooSlow }
    const conversion = send('POST', adminPaths.writingDocument, { token, json }).finally(() => order.push('conversion'))
    for (let ping = 0; ping < 20; ping++) {
      // Lets the conversion begin.
      await new Promise(setImmediate)
      expect((await get('/healthz')).status).toBe(200)
    }
    order.push('pings')
    const answer = await conversion
    expect(order).toEqual(['pings', 'conversion'])
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({
      message: 'This text takes too long to be shown as blocks. Edit its source instead.',
    })
  })

  test('leaves a worker for others', async () => {
    const { read, close } = createConverter()
    let isOver = false
    const slow = rejection(read(tooSlow, 'md')).finally(() => {
      isOver = true
    })
    expect((await read('Rye', 'md')).blocks).toEqual([paragraph('Rye')])
    expect(isOver).toBe(false)
    close()
    expect(await slow).toBeInstanceOf(Error)
  })

  test('takes no second worker from others when it is sent twice', async () => {
    const begun: string[] = []
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const converter: Converter = {
      ...aConverter(),
      async read(content) {
        begun.push(content)
        await released
        return { blocks: [], lines: [] }
      },
    }
    const app = await blogApp({ converter })
    const other = await invited(app, app.token, 'Ann')
    const convert = (content: string, token: string) =>
      app.send('POST', adminPaths.writingDocument, { token, json: { format: 'md', content } })
    const sent = [convert('hostile', app.token), convert('hostile', app.token), convert('Rye', other)]
    await eventually(
      () => begun,
      (seen) => seen.includes('Rye') && seen.length > 1,
    )
    expect(begun.toSorted()).toEqual(['Rye', 'hostile'])
    release()
    for (const answer of await Promise.all(sent)) expect(answer.status).toBe(200)
  })

  test('costs the next text nothing', async () => {
    const { read, write } = aConverter({ timeLimitMs: 1_000 })
    const slow = rejection(read(tooSlow, 'md'))
    expect(await write('One\n', 'md', [0, paragraph('Two')])).toEqual({ content: 'One\n\nTwo\n', lines: [1, 3] })
    expect(await slow).toBeInstanceOf(UnrenderableContentError)
  })
})

describe('the converter', () => {
  test('rejects as the conversion does, with its own message', async () => {
    const { read, write } = aConverter()
    expect(await rejection(read('> '.repeat(150), 'md'))).toEqual(
      new UnrenderableContentError('This text is nested too deeply to be shown.'),
    )
    const wrong = await rejection(write('One', 'md', [{ type: 'nothing' }]))
    expect(wrong).toBeInstanceOf(InvalidDocumentError)
    expect(wrong).toMatchObject({ kind: 'invalid', message: 'This is not a document of the editor.' })
  })

  test('starts again after it was idle', async () => {
    const { read } = aConverter({ idleMs: 0 })
    for (const word of ['one', 'two']) expect((await read(word, 'md')).blocks).toEqual([paragraph(word)])
  })

  test('closes with the server', async () => {
    const closed: string[] = []
    const app = await blogApp({ converter: { ...aConverter(), close: () => closed.push('converter') } })
    await app.stop()
    expect(closed).toEqual(['converter'])
  })
})
