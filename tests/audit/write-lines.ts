import { createAuditLog } from '#server/admin/audit/audit-log.ts'
import { createLog } from '#server/lib/log.ts'

/** A process that appends lines to the audit log of a folder: `FOLDER NAME COUNT MAX_BYTES`. */
const [folder = '', name = '', count = '', maxBytes = ''] = process.argv.slice(2)
const log = createLog('error', console.error)
const audit = await createAuditLog({ folder, log, now: () => new Date(), maxBytes: Number(maxBytes) })
for (let n = 0; n < Number(count); n++) await audit.note('post.created', { actor: 'shell', subject: `${name}-${n}` })
await audit.close()
