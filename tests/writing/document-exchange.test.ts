import { describe, expect, test } from 'bun:test'
import { EditorState } from 'prosemirror-state'
import { blocksToSend, createDocumentExchange } from '#client/admin/visual-editor/commands/document-exchange.ts'
import { withLineAtEnd } from '#client/admin/visual-editor/commands/keep-structure.ts'
import { toDocument } from '#client/admin/visual-editor/use-document.ts'
import { aParagraph } from './blocks.ts'

const aDoc = (...texts: string[]) => toDocument(texts.map(aParagraph))

/** An exchange with a server that writes "1", "2", …; `edit` types at the beginning of the document. */
function openExchange(write?: () => Promise<string>, lines = [1, 3, 5]) {
  const doc = aDoc('One.', 'Two.', 'Three.')
  const sent: { content: string; blocks: readonly unknown[] }[] = []
  const changes: string[] = []
  const failures: unknown[] = []
  const exchange = createDocumentExchange({
    text: { content: '0', lines: [1, 3, 5] },
    doc,
    write: async (content, blocks) => {
      sent.push({ content, blocks })
      return { content: await (write ? write() : String(sent.length)), lines }
    },
    onChange: (content) => changes.push(content),
    onFailure: (error) => failures.push(error),
    onRecovery: () => failures.push('recovered'),
  })
  let state = EditorState.create({ doc: withLineAtEnd(doc) })
  const edit = (text: string, pos = 1) => {
    state = state.apply(state.tr.insertText(text, pos))
    exchange.changed(state.doc)
  }
  return { exchange, sent, changes, failures, edit }
}

describe('the exchange of the visual editor with the server', () => {
  test('sends blocks that did not change as their index', async () => {
    const { exchange, sent, changes, edit } = openExchange()
    edit('At last: ')
    expect(await exchange.flush()).toBe('1')
    expect(sent).toEqual([{ content: '0', blocks: [aParagraph('At last: One.'), 1, 2] }])
    expect(changes).toEqual(['1'])
  })

  test('takes the written text as the base of the next request', async () => {
    const { exchange, sent, edit } = openExchange()
    edit('A')
    await exchange.flush()
    edit('Z', 8)
    await exchange.flush()
    expect(sent[1]).toMatchObject({ content: '1', blocks: [0, { type: 'paragraph' }, 2] })
  })

  test('has a pending change from the first key until its text is reported', async () => {
    const { exchange, edit } = openExchange()
    expect(exchange.hasPending()).toBe(false)
    edit('A')
    expect(exchange.hasPending()).toBe(true)
    await exchange.flush()
    expect(exchange.hasPending()).toBe(false)
  })

  test('sends nothing when nothing changed', async () => {
    const { exchange, sent } = openExchange()
    expect(await exchange.flush()).toBe('0')
    expect(sent).toEqual([])
  })

  test('sends one request at a time, and the newest document after it', async () => {
    const answers: ((text: string) => void)[] = []
    const { exchange, sent, edit } = openExchange(() => new Promise((resolve) => answers.push(resolve)))
    edit('A')
    const flushed = exchange.flush()
    await Promise.resolve()
    edit('B')
    const flushedAgain = exchange.flush()
    expect(sent.length).toBe(1)
    answers[0]?.('first')
    while (answers.length < 2) await Promise.resolve()
    answers[1]?.('second')
    expect(await Promise.all([flushed, flushedAgain])).toEqual(['second', 'second'])
    expect(sent.length).toBe(2)
  })

  test('reports nothing that is written after it was stopped: another editor shows another text by then', async () => {
    const { exchange, changes, edit } = openExchange()
    edit('A')
    const flushed = exchange.flush()
    exchange.stop()
    await flushed
    expect(changes).toEqual([])
  })

  test('keeps the document when it cannot be written, and says when it can be again', async () => {
    let fails = true
    const write = () => (fails ? Promise.reject(new Error('Not read back.')) : Promise.resolve('fine'))
    const { exchange, sent, failures, edit } = openExchange(write)
    edit('A')
    await expect(exchange.flush()).rejects.toThrow('Not read back.')
    fails = false
    edit('B')
    expect(await exchange.flush()).toBe('fine')
    expect(sent[1]).toMatchObject({ content: '0', blocks: [aParagraph('BAOne.'), 1, 2] })
    expect(failures).toEqual([new Error('Not read back.'), 'recovered'])
  })

  test('sends all blocks when the server left some out, because their indexes are unknown', async () => {
    const { exchange, sent, edit } = openExchange(undefined, [1, 3])
    edit('A')
    await exchange.flush()
    edit('B')
    await exchange.flush()
    expect(sent[1]).toEqual({ content: '1', blocks: ['BAOne.', 'Two.', 'Three.'].map(aParagraph) })
  })

  test('shows the form in which a block was repaired, and says what was left out, also where an empty block was left out', async () => {
    const doc = aDoc('One.', 'Two.')
    const replaced: string[][] = []
    const messages: string[] = []
    const exchange = createDocumentExchange({
      text: { content: '0', lines: [1, 3] },
      doc,
      write: async () => ({
        content: '1',
        lines: [1],
        reread: { 1: aParagraph('Plain.') },
        repaired: [{ index: 1, message: 'Left out: bold.' }],
      }),
      onChange: () => {},
      onFailure: () => {},
      onRecovery: () => {},
      showReread(blocks) {
        replaced.push(...[...blocks].map(([one, other]) => [one.textContent, other.textContent]))
        return aDoc('One.', 'Plain.')
      },
      onRepaired: (all) => messages.push(...all),
    })
    exchange.changed(aDoc('One.', 'Two, typed.'))
    await exchange.flush()
    expect(replaced).toEqual([['Two, typed.', 'Plain.']])
    expect(messages).toEqual(['Left out: bold.'])
  })

  test('sends a copy of a block as a new block, and leaves out empty lines', () => {
    const [one, two] = aDoc('One.', 'Two.').children
    if (!one || !two) throw new Error('Two blocks are expected.')
    expect(blocksToSend([one, two], [two, one, one])).toEqual([1, 0, aParagraph('One.')])
  })
})
