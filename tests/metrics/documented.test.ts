import { expect, test } from 'bun:test'
import { testApp } from '#tests/helpers/test-app.ts'

/** Only with DATABASE_URL (see `database/settings.test.ts`). */
const OF_DATABASE = ['site_database_up', 'site_database_failures_total']

test('docs/operators.md lists every metric, and no other', async () => {
  const env = { METRICS_TOKEN: 'a-token-of-the-monitoring' }
  const app = await testApp({ env, inGit: true })
  try {
    const text = (await app.services.ops.metrics?.text()) ?? ''
    const real = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name)
    expect(real.length).toBeGreaterThan(20)
    const operators = await Bun.file('docs/operators.md').text()
    const named = [...operators.matchAll(/\b(?:site|process)_[a-z_]+/g)].map(([name]) => name.replace(/_bucket$/, ''))
    expect([...new Set(named)].sort()).toEqual([...new Set([...real, ...OF_DATABASE])].sort())
  } finally {
    await app.close()
  }
})
