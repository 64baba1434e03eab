import { open } from 'node:fs/promises'

type Line = { [field: string]: unknown }

/**
 * Compares a log to what clients were told. `field` identifies its lines. Each `read` continues where the last one ended; a new
 * check reads from the beginning.
 */
export function createLogCheck(file: string, field: 'username' | 'message') {
  const found = new Set<string>()
  const ids = new Set<string>()
  let offset = 0
  let line = 0

  function take(text: string, violations: string[]) {
    line++
    const record = parsed(text)
    const [key, id] = [String(record?.[field]), String(record?.id)]
    if (!record) violations.push(`${file}, line ${line}: is not one whole JSON object`)
    else if (found.has(key)) violations.push(`${file}, line ${line}: ${key} is there twice`)
    else if (ids.has(id)) violations.push(`${file}, line ${line}: the id ${id} is there twice`)
    found.add(key)
    ids.add(id)
  }

  return {
    /** Reads new lines and returns problems. Only while no process writes. */
    async read(): Promise<string[]> {
      const violations: string[] = []
      const text = await textFrom(file, offset)
      if (text === undefined) return [`${file}: is shorter than it was`]
      if (text !== '' && !text.endsWith('\n')) violations.push(`${file}: does not end with a line break`)
      for (const one of text.split('\n').slice(0, -1)) take(one, violations)
      offset += Buffer.byteLength(text)
      return violations
    },
    /** Which of these were not read. */
    missing: (keys: Iterable<string>) => [...keys].filter((key) => !found.has(key)),
    has: (key: string) => found.has(key),
    lines: () => line,
  }
}
export type LogCheck = ReturnType<typeof createLogCheck>

/** The rest of a file; `undefined` when it is shorter. A missing file is empty. */
async function textFrom(file: string, offset: number): Promise<string | undefined> {
  const handle = await open(file, 'r').catch(() => undefined)
  if (!handle) return offset === 0 ? '' : undefined
  try {
    const { size } = await handle.stat()
    if (size < offset) return
    const bytes = Buffer.alloc(size - offset)
    await handle.read(bytes, 0, bytes.length, offset)
    return bytes.toString('utf8')
  } finally {
    await handle.close()
  }
}

/** The object that a text contains; `undefined` when it contains none. */
export function parsed(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return
  }
}
