import { expect, test } from 'bun:test'
import { createLog } from '#server/http/log.ts'

test('each event is one line of JSON, whatever it holds', () => {
  const lines: string[] = []
  const log = createLog(
    'info',
    (line) => lines.push(line),
    () => new Date('2026-01-02T03:04:05Z'),
  )
  log.warn('content file skipped', { reason: 'two\nlines', file: 'a.md' })
  expect(lines).toEqual([
    '{"time":"2026-01-02T03:04:05.000Z","level":"warn","event":"content file skipped","reason":"two\\nlines","file":"a.md"}',
  ])
})

test('what is below the level is not written', () => {
  const lines: string[] = []
  const log = createLog('warn', (line) => lines.push(line))
  log.debug('a')
  log.info('b')
  log.error('c')
  expect(lines).toHaveLength(1)
})
