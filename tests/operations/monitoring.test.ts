import { describe, expect, test } from 'bun:test'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testApp } from '#tests/helpers/test-app.ts'

const RULES = 'docs/operations/prometheus-rules.yml'

type Result = { code: number; output: string }
async function run(command: string[], input = ''): Promise<Result> {
  const child = Bun.spawn(command, { stdin: new TextEncoder().encode(input), stdout: 'pipe', stderr: 'pipe' })
  const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, output: out + errors }
}

const metricsOf = async () => {
  const app = await testApp({ env: { METRICS_TOKEN: 'a-token-of-the-monitoring' }, inGit: true })
  try {
    return (await app.services.ops.metrics?.text()) ?? ''
  } finally {
    await app.close()
  }
}

describe('the alerts for Prometheus', () => {
  /** Only with DATABASE_URL. */
  const ofDatabase = ['site_database_up']

  test('are about metrics and labels that there are, and each says what to do', async () => {
    const metrics = await metricsOf()
    const text = await Bun.file(RULES).text()
    const expressions = [...text.matchAll(/^ {8}expr: (.+)$/gm)].map(([, one = '']) => one)
    expect(expressions.length).toBeGreaterThan(15)
    const names = expressions.flatMap((one) => one.match(/\b(?:site|process)_\w+/g) ?? [])
    const known = [...metrics.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name).concat(ofDatabase)
    expect(names.filter((name) => !known.includes(name.replace(/_bucket$/, '')))).toEqual([])
    for (const [, warnings = ''] of text.matchAll(/site_warning\{name=~?"([^"]+)"/g))
      for (const name of warnings.split('|')) expect(metrics).toContain(`site_warning{name="${name}"}`)
    expect(metrics).toContain('site_event_loop_lag_seconds{percentile="0.99"}')
    expect(text.match(/^ {10}action: /gm)).toHaveLength(expressions.length)
  })

  test.skipIf(!Bun.which('promtool'))('and the metrics are valid for its own tool', async () => {
    expect(await run(['promtool', 'check', 'rules', RULES])).toMatchObject({ code: 0 })
    expect(await run(['promtool', 'check', 'metrics'], await metricsOf())).toEqual({ code: 0, output: '' })
  })
})

describe('the units for systemd', () => {
  const units = ['site.service', 'site-backup.service', 'site-backup.timer']

  test.skipIf(!Bun.which('systemd-analyze'))('are valid for its own tool', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'units-'))
    for (const unit of units) {
      const text = await Bun.file(`docs/operations/${unit}`).text()
      await Bun.write(join(folder, unit), text.replaceAll('/usr/local/bin/bun', process.execPath))
    }
    const checked = await run(['systemd-analyze', 'verify', ...units.map((unit) => join(folder, unit))])
    expect(checked.output).not.toMatch(/site(?:-backup)?\.(?:service|timer):/)
  })

  test('read one file of variables', async () => {
    const [site, backup] = await Promise.all(
      units.slice(0, 2).map((unit) => Bun.file(`docs/operations/${unit}`).text()),
    )
    const file = (text = '') => /^EnvironmentFile=(.+)$/m.exec(text)?.[1]
    expect(file(site)).toBe('/etc/site.env')
    expect(file(backup)).toBe('/etc/site.env')
  })
})
