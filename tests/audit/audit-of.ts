import { join } from 'node:path'
import { recordText } from '#tests/helpers/stores.ts'
import type { TestApp } from '#tests/helpers/test-app.ts'

export type AuditLine = Record<string, unknown> & { event: string }

/** The audit log lines of an app, oldest first. */
export async function auditOf({
  dir,
  storage = join(dir, 'storage'),
}: Pick<TestApp, 'dir'> & { storage?: string }): Promise<AuditLine[]> {
  const text = await recordText(storage, 'audit.jsonl')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
