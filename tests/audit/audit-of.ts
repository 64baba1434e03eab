import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from '#tests/helpers/test-app.ts'

export type AuditLine = Record<string, unknown> & { event: string }

/** The audit log lines of an app, oldest first. */
export async function auditOf({
  dir,
  storage = join(dir, 'storage'),
}: Pick<TestApp, 'dir'> & { storage?: string }): Promise<AuditLine[]> {
  const text = await readFile(join(storage, 'private', 'audit.jsonl'), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
