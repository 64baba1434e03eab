import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContactMessage } from '#contract/contact.ts'
import { createMessages } from '#server/leads/messages.ts'
import { createLog } from '#server/lib/log.ts'
import { realDisk } from '#server/storage/files.ts'
import { wrapped } from '#tests/files/failing-log-disk.ts'
import { openLogs } from '#tests/leads/open-logs.ts'

const aMessage = (changes: Partial<ContactMessage> = {}): ContactMessage => ({
  name: 'Ann',
  company: '',
  email: 'ann@bakery.example',
  phone: '',
  message: 'Sixty clients.',
  reCaptchaToken: '',
  homepage: false,
  filledInMs: 60_000,
  sending: 'a'.repeat(32),
  ...changes,
})

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** Messages in their own folder; the disk fails while `broken` is true. */
async function messagesIn(folder?: string) {
  const dir = folder ?? (await mkdtemp(join(tmpdir(), 'messages-')))
  if (!folder) folders.push(dir)
  const file = join(dir, 'contact-messages.jsonl')
  const state = { broken: false }
  const disk = {
    ...realDisk,
    async open(...args: Parameters<typeof realDisk.open>) {
      const opened = await realDisk.open(...args)
      const fail = () => Promise.reject(new Error('full'))
      return { ...wrapped(opened), ...(state.broken && { writeFile: fail }) }
    },
  }
  const log = createLog('error', () => {})
  const { logs, model, close } = await openLogs(dir, { log, disk })
  const messages = createMessages({ lines: logs.message, model, now: () => new Date(), log })
  const lines = async () => (await readFile(file, 'utf8')).split('\n').filter(Boolean)
  return { ...messages, state, dir, lines, close }
}

describe('POST /api/contact-messages stores a message once', () => {
  test('when the same form sends it a hundred times concurrently and after a restart', async () => {
    const { add, close, dir, lines } = await messagesIn()
    await Promise.all(Array.from({ length: 100 }, () => add(aMessage(), '')))
    await add(aMessage(), '')
    expect(await lines()).toHaveLength(1)
    await close()
    const again = await messagesIn(dir)
    await again.add(aMessage({ filledInMs: undefined }), '')
    expect(await again.lines()).toHaveLength(1)
    await again.close()
  })

  test('but treats another text, another form and a form without an id as different messages', async () => {
    const { add, close, lines } = await messagesIn()
    await add(aMessage(), '')
    await add(aMessage({ message: 'Seventy clients.' }), '')
    await add(aMessage({ sending: 'b'.repeat(32) }), '')
    await add(aMessage({ sending: '' }), '')
    await add(aMessage({ sending: '' }), '')
    expect(await lines()).toHaveLength(5)
    await close()
  })

  test('and retries one that could not be stored', async () => {
    const { add, close, lines, state } = await messagesIn()
    state.broken = true
    const failed = await Promise.allSettled([add(aMessage(), ''), add(aMessage(), '')])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    state.broken = false
    await add(aMessage(), '')
    expect(await lines()).toHaveLength(1)
    await close()
  })

  test('and does not count a repeat against the rate limit', async () => {
    const { add, close } = await messagesIn()
    let asked = 0
    const permit = async () => void asked++
    await add(aMessage(), '', permit)
    await add(aMessage(), '', permit)
    expect(asked).toBe(1)
    await close()
  })
})

describe('spam signals of a contact message', () => {
  const marks = async (changes: Partial<ContactMessage>) => {
    const { add, close, lines } = await messagesIn()
    await add(aMessage(changes), '')
    await close()
    return JSON.parse((await lines())[0] ?? '{}').marks
  }
  test('mark it by the honeypot and by its fill time, and never reject it', async () => {
    expect(await marks({})).toEqual([])
    expect(await marks({ homepage: true })).toEqual(['honeypot'])
    expect(await marks({ filledInMs: 3999 })).toEqual(['fast'])
    expect(await marks({ filledInMs: 4000 })).toEqual([])
    expect(await marks({ filledInMs: undefined })).toEqual([])
    expect(await marks({ homepage: true, filledInMs: 0 })).toEqual(['honeypot', 'fast'])
  })
})
