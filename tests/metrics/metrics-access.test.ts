import { afterEach, describe, expect, test } from 'bun:test'
import { metricsSettings, serveMetrics } from '#server/ops/metrics-endpoint.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { metricsIn } from './exposition.ts'

const TOKEN = 'a-token-of-the-monitoring'

let app: TestApp | undefined
afterEach(() => app?.close())

const asked = (url: string, token?: string) =>
  fetch(`${url}/metrics`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })

/** The separate metrics port, as opened at startup. */
function ownPort({ services }: TestApp) {
  const { metrics, metricsSettings: settings } = services.ops
  if (!metrics || !settings) throw new Error('There are no figures.')
  const server = serveMetrics(metrics, settings)
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}

describe('access to /metrics', () => {
  test('is 404 without a setting', async () => {
    app = await testApp()
    const [figures, nothing] = await Promise.all([app.get('/metrics'), app.get('/nothing')])
    expect([figures.status, await figures.text()]).toEqual([404, await nothing.text()])
    expect(app.services.ops.metrics).toBeUndefined()
  })

  test('requires the token when one is set', async () => {
    app = await testApp({ env: { METRICS_TOKEN: TOKEN } })
    const url = app.listen()
    const wrong = [undefined, '', 'x', `${TOKEN}x`, TOKEN.slice(1), TOKEN.toUpperCase(), await app.login()]
    for (const token of wrong) expect((await asked(url, token)).status).toBe(401)
    const right = await asked(url, TOKEN)
    expect(right.status).toBe(200)
    expect(metricsIn(await right.text()).of('site_http_requests_total', { group: '/metrics', status: '4xx' })).toBe(7)
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405)
    expect(app.logged.join('\n')).not.toContain(TOKEN)
  })

  test('is limited to a separate port when one is set', async () => {
    app = await testApp({ env: { METRICS_PORT: '0' } })
    const { url, stop } = ownPort(app)
    expect(metricsIn(await (await asked(url)).text()).of('site_build_info')).toBe(1)
    for (const path of ['/', '/healthz', '/metrics/x']) expect((await fetch(url + path)).status).toBe(404)
    expect((await app.get('/metrics')).status).toBe(404)
    await stop()
  })

  test('requires the token on that port when both are set', async () => {
    app = await testApp({ env: { METRICS_PORT: '0', METRICS_TOKEN: TOKEN } })
    const { url, stop } = ownPort(app)
    expect((await asked(url)).status).toBe(401)
    expect((await asked(url, TOKEN)).status).toBe(200)
    expect((await asked(app.listen(), TOKEN)).status).toBe(404)
    await stop()
  })
})

describe('the settings of /metrics', () => {
  test('listen on this machine only by default', () => {
    expect(metricsSettings(undefined, '9464', undefined, 3000)).toEqual({
      token: undefined,
      port: 9464,
      host: '127.0.0.1',
    })
    expect(metricsSettings(undefined, '9464', '0.0.0.0', 3000)).toMatchObject({ host: '0.0.0.0' })
  })

  test.each([
    ['a token that could be guessed', ['short', undefined, undefined]],
    ['a token that no header can carry', ['with a space and more', undefined, undefined]],
    ['an invalid port', [undefined, '70000', undefined]],
    ['the site’s own port', [undefined, '3000', undefined]],
    ['a host without a port', [TOKEN, undefined, '0.0.0.0']],
  ] as const)('abort startup with a sentence: %s', (_, [token, port, host]) => {
    expect(metricsSettings(token, port, host, 3000)).toEndWith('.')
  })
})
