import type { Log } from '#server/http/log.ts'
import { createAppendLog } from '#server/storage/append-log.ts'
import { scanLog } from '#server/storage/scan-log.ts'
import { leadFiles } from './lead-files.ts'
import { createLeadIndex } from './lead-index.ts'
import { createLeads } from './leads.ts'
import { createLeadReader } from './read-leads.ts'

/** The leads in `storage/private` as they are now, whoever has them open; writes nothing. Throws what the disk throws. */
export async function openLeads(folder: string) {
  const files = leadFiles(folder)
  const index = createLeadIndex()
  const scanned = async (kind: 'registration' | 'message') => {
    const seen = index.seen(kind)
    const { end } = await scanLog(files[kind], { record: (record, _, offset) => seen(record, offset) })
    return { kind, path: files[kind], end: () => end }
  }
  const logs = [await scanned('registration'), await scanned('message')]
  const { end } = await scanLog(files.events, { record: index.event })
  return createLeadReader({ logs, events: { path: files.events, end: () => end }, index })
}

/** The leads of a site that does not run. Heals their logs as its start would. Throws what the disk throws. */
export async function takeLeads(folder: string, { now, log }: { now(): Date; log: Log }) {
  const files = leadFiles(folder)
  const index = createLeadIndex()
  const opened = (kind: 'registration' | 'message') => {
    const seen = index.seen(kind)
    return createAppendLog(files[kind], { record: (record, _, offset) => seen(record, offset) })
  }
  const lines = { registration: await opened('registration'), message: await opened('message') }
  const leads = await createLeads({
    registrations: { lines: lines.registration, forget: () => {} },
    messages: { lines: lines.message },
    index,
    file: files.events,
    now,
    log,
  })
  const close = async () =>
    void (await Promise.all([leads, lines.registration, lines.message].map((one) => one.close())))
  return { ...leads, close }
}
