import { expect, test } from 'bun:test'
import { testApp } from '#tests/helpers/test-app.ts'
import { faultyDisk } from './faulty-disk.ts'

test('a full disk writes one line a minute, without a stack, whatever number of requests it rejects', async () => {
  let time = Date.parse('2026-03-01T10:00:00Z')
  const disk = faultyDisk()
  const app = await testApp({ now: () => new Date(time), env: { RATE_LIMITS: 'off' } })
  try {
    disk.failAt(1, 'ENOSPC')
    const message = { name: 'Ann', email: 'ann@bakery.example', message: 'Hello' }
    const send = async () => (await app.post('/api/contact-messages', message)).status
    const errors = () => app.logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
    for (let sent = 0; sent < 10; sent++) expect(await send()).toBe(503)
    expect(errors()).toEqual([expect.objectContaining({ event: 'lead log write failed', disk: 'full' })])
    expect(errors()[0]).not.toHaveProperty('stack')
    time += 60_000
    await send()
    await send()
    expect(errors()).toHaveLength(2)
    expect(errors()[1].unwritten).toBeGreaterThanOrEqual(9)
  } finally {
    disk.release()
    await app.close()
  }
})
