import { describe, expect, test } from 'bun:test'
import { createOutbox, MAILS_PER_HOUR } from '#server/admin/notices/outbox.ts'
import { DeliveryError } from '#server/lib/delivery.ts'
import { createLog } from '#server/lib/log.ts'
import type { Letter } from '#server/lib/mailer.ts'
import { eventually } from '#tests/helpers/eventually.ts'

const letter = (text: string): Letter => ({ to: 'ann@bakery.example', subject: 'Test', text, id: text })

/** An outbox whose mail server rejects the first mails. */
function anOutbox({ rejections = 0 } = {}) {
  let time = Date.parse('2026-03-01T10:00:00Z')
  let left = rejections
  const sent: string[] = []
  const logged: string[] = []
  const now = () => new Date(time)
  async function send({ text }: Letter) {
    if (left-- > 0) throw new DeliveryError('EENVELOPE 451')
    sent.push(text)
  }
  const log = createLog('debug', (line) => logged.push(line), now)
  const outbox = createOutbox({ mailer: { send }, now, log, backOff: { firstMs: 1, maxMs: 1 } })
  return {
    sent,
    logged,
    send: (administrator: string, text: string) =>
      outbox.send(administrator, 'test', letter(text), () => letter('limit')),
    close: outbox.close,
    pass: (ms: number) => {
      time += ms
    },
  }
}

describe('an outbox', () => {
  test('sends twenty mails an hour about an administrator, then one that says so, and others to others', async () => {
    const { send, sent, pass } = anOutbox()
    const texts = Array.from({ length: MAILS_PER_HOUR }, (_, n) => `${n}`)
    for (const text of [...texts, 'too many', 'even more']) send('ann', text)
    send('bob', 'bob')
    await eventually(
      () => sent,
      (all) => all.includes('bob'),
    )
    expect(sent).toEqual([...texts, 'limit', 'bob'])
    pass(60 * 60 * 1000)
    send('ann', 'later')
    await eventually(
      () => sent,
      (all) => all.at(-1) === 'later',
    )
  })

  test('tries again after failures', async () => {
    const { send, sent, logged } = anOutbox({ rejections: 5 })
    send('ann', 'one')
    await eventually(
      () => sent,
      (all) => all.length === 1,
    )
    expect(logged.filter((line) => line.includes('not notified'))).toHaveLength(5)
  })

  test('gives up after six failures, and goes on with the next mail', async () => {
    const { send, sent, logged } = anOutbox({ rejections: 6 })
    send('ann', 'one')
    await eventually(
      () => logged,
      (lines) => lines.some((line) => line.includes('"level":"error"')),
    )
    send('ann', 'two')
    await eventually(
      () => sent,
      (all) => all.length === 1,
    )
    expect(sent).toEqual(['two'])
  })

  test('sends nothing after it was closed', async () => {
    const { send, sent, close } = anOutbox()
    send('ann', 'one')
    close()
    const open = anOutbox()
    open.send('ann', 'two')
    await eventually(
      () => open.sent,
      (all) => all.length === 1,
    )
    expect(sent).toEqual([])
  })
})
