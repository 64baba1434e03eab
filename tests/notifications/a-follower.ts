import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Channel } from '#server/leads/notify/follow-log.ts'
import { createNotifications } from '#server/leads/notify/follow-log.ts'
import { createWebhook } from '#server/leads/notify/webhook.ts'
import { type Cursor, CursorSchema } from '#server/leads/records/cursor.ts'
import { createLeadReader } from '#server/leads/records/lead-reader.ts'
import { createLog } from '#server/lib/log.ts'
import { openStore } from '#tests/helpers/stores.ts'
import { openLogs } from '#tests/leads/open-logs.ts'
import { counted, SECRET } from './receiver.ts'

/** A log of messages in a temporary folder, and followers of it that can be restarted. */
export async function aFollowedLog(backOff = { firstMs: 1, maxMs: 20 }) {
  const dir = await mkdtemp(join(tmpdir(), 'notifications-'))
  const path = join(dir, 'contact-messages.jsonl')
  let running: Awaited<ReturnType<typeof createNotifications>> | undefined
  const logged: Record<string, unknown>[] = []
  const notified = counted<unknown>([])
  const failures = counted<unknown>([])
  const ends = counted<unknown>([])
  const log = createLog('debug', (line) => {
    const one = JSON.parse(line)
    logged.push(one)
    if (one.event === 'notified') notified.add(one)
    if (one.event === 'notification failed') failures.add(one)
    if (one.event === 'notifications ended until the next start') ends.add(one)
  })

  const database = await openStore(dir)
  let opened = await openLogs(dir, { log, database })
  const folder = join(dir, 'cursors')
  return {
    path,
    folder,
    logged,
    log: () => opened.logs.message,
    model: () => opened.model,
    cursorFile: (channel = 'webhook') => join(folder, `contact-messages.${channel}.json`),
    cursor: async (): Promise<Cursor> =>
      database
        ? v.parse(CursorSchema, await opened.cursorsOf('message', 'webhook').read())
        : JSON.parse(await readFile(join(folder, 'contact-messages.webhook.json'), 'utf8')),
    /** Waits for a total of recorded deliveries, failures or ended channels. */
    notified: notified.reach,
    failed: failures.reach,
    ended: ends.reach,
    /** Writes messages and returns their ids. */
    async write(...messages: string[]): Promise<string[]> {
      const records = messages.map((message) => aMessage({ message }))
      for (const record of records) await opened.logs.message.append(JSON.stringify(record))
      return records.map(({ id }) => id)
    },
    async start(...channels: Channel[]) {
      const { logs, model, cursorsOf } = opened
      const options = { logs, cursorsOf, leads: createLeadReader(model), now: () => new Date(), log, backOff }
      running = await createNotifications({ channels, ...options })
      return running
    },
    startWebhook(url: string) {
      return this.start(createWebhook({ url, secret: SECRET }, () => new Date()))
    },
    stop: () => running?.close(),
    /** Reopens the log after another program changed it. */
    async replaceLog(text: string) {
      await opened.close()
      await Bun.write(path, text)
      opened = await openLogs(dir, { log, database })
    },
    async close() {
      await running?.close()
      await opened.close()
      await database?.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
export type FollowedLog = Awaited<ReturnType<typeof aFollowedLog>>

export const aMessage = (changes: Record<string, unknown> = {}) => ({
  id: Bun.randomUUIDv7(),
  at: '2026-11-20T10:00:00.000Z',
  name: 'Ann',
  company: 'Good Bread',
  email: 'ann@bakery.example',
  phone: '',
  message: 'Hello.',
  address: '203.0.113.0/24',
  ...changes,
})
