import { describe, expect, test } from 'bun:test'
import { createAccessLog } from '#server/http/access-log.ts'
import { createLog, type Log, type LogLevel, prettyLog } from '#server/lib/log.ts'
import { eventually } from '#tests/helpers/eventually.ts'

function written(say: (log: Log) => void, level: LogLevel = 'info'): string[] {
  const lines: string[] = []
  say(
    createLog(
      level,
      (line) => lines.push(line),
      () => new Date('2026-01-02T03:04:05Z'),
    ),
  )
  return lines
}
const factsOf = (facts: Record<string, unknown>) => JSON.parse(written((log) => log.info('x', facts))[0] ?? '')

describe('the log', () => {
  test('writes each event as one line of JSON, whatever it contains', () => {
    expect(written((log) => log.warn('content file skipped', { reason: 'two\nlines', file: 'a.md' }))).toEqual([
      '{"level":"warn","time":"2026-01-02T03:04:05.000Z","event":"content file skipped","reason":"two\\nlines","file":"a.md"}',
    ])
  })

  test('omits events below its level', () => {
    const lines = written((log) => {
      log.debug('a')
      log.info('b')
      log.error('c')
    }, 'warn')
    expect(lines).toHaveLength(1)
  })

  test('supports values that JSON cannot represent', () => {
    const round: Record<string, unknown> = {}
    round.itself = round
    expect(written((log) => log.info('x', { round, number: 1n, nothing: undefined }))).toHaveLength(1)
  })
})

describe('personal and secret data in log fields is redacted', () => {
  const secrets: [string, Record<string, unknown>][] = [
    ['passwords', { password: 'marked', nested: { adminPassword: 'marked' } }],
    ['tokens', { token: 'marked', list: [{ reCaptchaToken: 'marked' }] }],
    ['secrets and keys', { webhookSecret: 'marked', apiKey: 'marked', 'set-cookie': 'marked' }],
    ['fields named like an address', { email: 'marked', phone: 'marked' }],
    ['e-mails inside a sentence', { reason: 'no mailbox for marked.one+x@bakery.example here' }],
    ['bearer tokens inside a sentence', { reason: 'authorization: Bearer marked-marked-marked' }],
    ['signed tokens inside a sentence', { stack: 'at eyJhbGciOi.eyJtYXJrZWQ.marked' }],
    ['logins of addresses', { reason: "fatal: 'https://bot:marked@git.example/site.git' not found" }],
  ]
  test.each(secrets)('%s', (_, facts) => {
    expect(JSON.stringify(factsOf(facts))).not.toContain('marked')
  })

  test('with the network instead of the IP address', () => {
    expect(factsOf({ address: '203.0.113.77' }).address).toBe('203.0.113.0/24')
    expect(factsOf({ address: '2001:db8:1:2::3' }).address).toBe('2001:db8:1::/48')
    expect(factsOf({ address: '203.0.113.0/24' }).address).toBe('203.0.113.0/24')
  })

  test('without redacting similar harmless text', () => {
    const reason = 'in node_modules/@elysiajs/jwt of elysia@1.4.30, at posts/x.md:4:8'
    expect(factsOf({ reason, plan: 2, marks: ['fast'], when: null })).toMatchObject({ reason, plan: 2, when: null })
  })

  test('quickly for a long hostile text', () => {
    const texts = ['a'.repeat(300_000), '@'.repeat(300_000), 'a@a.'.repeat(80_000), '://a:'.repeat(60_000)]
    for (const text of texts) expect(factsOf({ text }).text).toHaveLength(text.length)
  })
})

describe('the log on a terminal', () => {
  const shown = (say: (log: Log) => void) => {
    const lines: string[] = []
    const print = prettyLog((line) => lines.push(Bun.stripANSI(line)))
    for (const line of written(say)) print(line)
    return lines.join('\n')
  }

  test('prints time, level, event and fields', () => {
    const line = shown((log) => log.info('registration', { id: '0197', plan: 2, marks: ['fast'], reason: 'two words' }))
    expect(line).toMatch(/^\d\d:\d\d:\d\d info {2}registration id=0197 plan=2 marks=\["fast"\] reason="two words"$/)
  })

  test('prints a stack trace below the line', () => {
    expect(shown((log) => log.error('failed', { stack: 'Error: x\n    at y' }))).toMatch(/failed\nError: x\n {4}at y$/)
  })

  test('escapes control sequences in input', () => {
    const line = shown((log) => log.info('x', { stack: 'a\u001b[2Jb\r', text: '\u009b2J' }))
    expect(line.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  })
})

test('a flood of requests with the same route and status is a hundred lines in a second, and one with the number of the others', async () => {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const { observe } = createAccessLog(log, { includes: () => false }, undefined)
  const ask = (status: number) =>
    observe(
      new Request('http://localhost/'),
      () => new Response('', { status }),
      () => '203.0.113.7',
    )
  await Promise.all(Array.from({ length: 1_250 }, (_, number) => ask(number % 5 === 0 ? 404 : 503)))
  const counts = await eventually(
    () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'requests counted'),
    (found) => found.length === 2,
  )
  expect(counts.map(({ level, status, count }) => [level, status, count])).toEqual([
    ['info', 404, 150],
    ['warn', 503, 900],
  ])
  expect(lines).toHaveLength(202)
})

test('a proxy that is missing in TRUSTED_PROXIES is named once', async () => {
  const lines: string[] = []
  const log = createLog('warn', (line) => lines.push(line))
  const asked = async (trusted: string, peer: string, headers: Record<string, string>) => {
    lines.length = 0
    const { observe } = createAccessLog(log, { includes: (address) => address === trusted }, undefined)
    for (let count = 0; count < 3; count++)
      await observe(
        new Request('http://localhost/', { headers }),
        () => new Response(),
        () => peer,
      )
    return lines.map((line) => JSON.parse(line).event)
  }
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  expect(await asked('', '10.0.0.2', forwarded)).toEqual(['proxy not trusted'])
  expect(await asked('', '::1', forwarded)).toEqual(['proxy not trusted'])
  expect(await asked('10.0.0.2', '10.0.0.2', forwarded)).toEqual([])
  expect(await asked('', '10.0.0.2', {})).toEqual([])
  // A visitor who sends the header without any proxy.
  expect(await asked('', '198.51.100.9', forwarded)).toEqual([])
})
