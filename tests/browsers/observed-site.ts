import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { startSite } from '#tests/helpers/site.ts'

const SCRIPT_PATH = '/-/observe.js'
const PROBLEM_PATH = '/-/problem'

/** Runs in each page before its own scripts: WebKit has no console that a driver could read. */
function observe(problemPath: string): void {
  const report = (text: string) => navigator.sendBeacon(problemPath, `${location.pathname}: ${text}`)
  window.addEventListener('error', ({ message }) => report(message))
  window.addEventListener('unhandledrejection', ({ reason }) => report(`${reason}`))
  window.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    report(`blocked by ${violatedDirective}: ${blockedURI}`),
  )
  for (const level of ['error', 'warn'] as const) console[level] = (...texts: unknown[]) => report(texts.join(' '))
}

/**
 * The real site with these files of content in addition, behind a proxy that adds `observe` to its pages. `problems` are
 * those of the pages since it was last emptied, and requests that failed.
 */
export async function startObservedSite(files: Record<string, string> = {}) {
  const site = await startSite({ RATE_LIMITS: 'off' }, async (dir) => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(dir, 'content', path)), { recursive: true })
      await writeFile(join(dir, 'content', path), text)
    }
  })
  const problems: string[] = []
  const script = `(${observe})(${JSON.stringify(PROBLEM_PATH)})`

  const proxy = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      if (pathname === SCRIPT_PATH) return new Response(script, { headers: { 'content-type': 'text/javascript' } })
      if (pathname === PROBLEM_PATH) {
        problems.push(await request.text())
        return new Response()
      }
      const headers = new Headers(request.headers)
      headers.set('accept-encoding', 'identity')
      const answer = await fetch(site.url + pathname + search, {
        method: request.method,
        headers,
        body: request.body,
        redirect: 'manual',
        // The site closes idle connections, and a request on such a one would fail.
        keepalive: false,
      })
      if (answer.status >= 400) problems.push(`${answer.status}: ${request.method} ${pathname}`)
      if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer
      const html = (await answer.text()).replace(/<head>/, `$&<script src="${SCRIPT_PATH}"></script>`)
      return new Response(html, answer)
    },
  })

  return {
    ...site,
    url: `http://127.0.0.1:${proxy.port}`,
    problems,
    async close() {
      await proxy.stop(true)
      await site.close()
    },
  }
}

export type ObservedSite = Awaited<ReturnType<typeof startObservedSite>>
