import { heapStats } from 'bun:jsc'
import { afterAll, describe, expect, test } from 'bun:test'
import { createRenderer, createRendering, type RenderingOptions } from '#server/blog/render/renderer.ts'
import { UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import { openTestCacheDb } from '#tests/helpers/cache-db.ts'
import { cpuMilliseconds } from '#tests/helpers/usage.ts'

const started: { close(): void }[] = []
afterAll(() => {
  for (const one of started) one.close()
})

/** Starting a worker takes half a second of CPU time, so tests that do not end theirs share one. */
const sharedRendering = createRendering({ timeLimitMs: 10_000, idleMs: 60_000, warmIdleMs: 60_000 })
started.push(sharedRendering)

/** With `options`, the renderer has a worker of its own. */
function createTestRenderer(options?: RenderingOptions, cacheDb = openTestCacheDb()) {
  const rendering = options
    ? createRendering({ timeLimitMs: 10_000, warmIdleMs: options.idleMs ?? 500, ...options })
    : sharedRendering
  if (options) started.push(rendering)
  const renderer = createRenderer({ cacheDb, rendering })
  const cachedCount = () =>
    cacheDb.read((db) => db.query<{ count: number }, []>('select count(*) as count from rendered_html').get()?.count)
  return { ...renderer, cacheDb, cachedCount }
}

/** Too long for any cached result. */
const tooSlow = '_a_'.repeat(60_000)

describe('the renderer', () => {
  test('renders and sanitizes in its worker, each text once', async () => {
    const { html, cachedCount } = createTestRenderer()
    const answers = await Promise.all(Array.from({ length: 5 }, () => html('md', '*a* <script>x</script>')))
    expect(new Set(answers)).toEqual(new Set(['<p><em>a</em> </p>\n']))
    expect(cachedCount()).toBe(1)
  })

  test('retains no rendered text, so that its worker survives sustained load', async () => {
    const { html, warmUp } = createTestRenderer()
    await warmUp()
    const functions = () => {
      Bun.gc(true)
      return heapStats().objectTypeCounts.Function ?? 0
    }
    const render = async (from: number) => {
      for (let at = from; at < from + 100; at++) await html('md', `*${at}*`)
    }
    await render(0)
    const before = functions()
    await render(100)
    expect(functions() - before).toBeLessThan(50)
  })

  test('restarts after it was idle, and is not idle while it renders, even when it is warmed up at the same time', async () => {
    const { html, warmUp } = createTestRenderer({ idleMs: 0 })
    const words = '*word* '.repeat(1_500)
    const [, first] = await Promise.all([warmUp(), html('md', words), warmUp()])
    expect(first).toStartWith('<p><em>word</em> <em>word</em>')
    const [second] = await Promise.all([html('md', `${words}again`), warmUp()])
    expect(second).toEndWith('again</p>\n')
  })

  test('rejects all pending texts when its worker is ended', async () => {
    const { render, warmUp, close } = createRendering({ idleMs: 60_000, warmIdleMs: 60_000, timeLimitMs: 60_000 })
    started.push({ close })
    await warmUp()
    const answer = render({ format: 'md', source: tooSlow })
    setTimeout(close)
    expect(await answer.catch((error) => error)).toBeInstanceOf(UnrenderableContentError)
    expect(await render({ format: 'md', source: '*next*' })).toBe('<p><em>next</em></p>\n')
  })

  test('replaces a worker that exited while idle', async () => {
    const workers: Worker[] = []
    const NativeWorker = globalThis.Worker
    globalThis.Worker = class extends NativeWorker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given)
        workers.push(this)
      }
    }
    const { html, warmUp } = createTestRenderer({ idleMs: 60_000 })
    await warmUp().finally(() => {
      globalThis.Worker = NativeWorker
    })
    const [worker] = workers
    const ended = new Promise((resolve) => worker?.addEventListener('close', resolve))
    worker?.terminate()
    await ended
    expect(await html('md', '*next*')).toBe('<p><em>next</em></p>\n')
  })

  test('returns a text without tags unchanged', async () => {
    const { html, cachedCount } = createTestRenderer()
    expect(await html('html', 'a & b > c')).toBe('a & b > c')
    expect(cachedCount()).toBe(0)
  })

  test('reads what was rendered before from the database, and renders damaged entries again', async () => {
    const first = createTestRenderer()
    await first.html('html', '<p>x<b>y')
    const again = () => createTestRenderer(undefined, first.cacheDb).html('html', '<p>x<b>y')
    expect(await again()).toBe('<p>x<b>y</b></p>')
    for (const damage of ['', '<p>x', '<script>alert(1)</script>']) {
      first.cacheDb.write((db) => db.query('update rendered_html set html = ?').run(damage))
      expect(await again()).toBe('<p>x<b>y</b></p>')
    }
  })

  test('works without a writable folder', async () => {
    const { html } = createTestRenderer(undefined, openTestCacheDb('/dev/null/private'))
    for (const _ of [1, 2]) expect(await html('html', '<p>x')).toBe('<p>x</p>')
  })
})

describe('rejects text that would block the sanitizer at once', () => {
  const hard: [string, 'md' | 'html', string][] = [
    ['20,000 elements inside each other', 'html', '<div>'.repeat(20_000)],
    ['the same behind quoted signs', 'html', '<div title=">">'.repeat(10_000)],
    ['the same between end tags of others', 'html', '<div></p></b>'.repeat(10_000)],
    ['20,000 quotes', 'md', `${'>'.repeat(20_000)}a`],
    ['20,000 quotes with spaces', 'md', `${'> '.repeat(20_000)}a`],
    ['a thousand lists on one line', 'md', `${'- '.repeat(1_000)}a`],
    ['300 lists, line by line', 'md', Array.from({ length: 300 }, (_, n) => `${'  '.repeat(n)}- a`).join('\n')],
    ['20,000 brackets', 'md', '['.repeat(20_000)],
    ['more than 200,000 characters', 'html', 'x'.repeat(200_001)],
  ]
  for (const [what, format, source] of hard) {
    test(what, async () => {
      const { html } = createTestRenderer()
      const begun = cpuMilliseconds()
      await expect(html(format, source)).rejects.toThrow(UnrenderableContentError)
      expect(cpuMilliseconds() - begun).toBeLessThan(200)
    })
  }

  test('ends the worker when a text exceeds the time limit, and other renderers work on', async () => {
    const { html, warmUp } = createTestRenderer({ timeLimitMs: 300 })
    await warmUp()
    await expect(html('md', tooSlow)).rejects.toThrow('takes too long')
    const begun = cpuMilliseconds()
    await expect(html('md', tooSlow)).rejects.toThrow(UnrenderableContentError)
    expect(cpuMilliseconds() - begun).toBeLessThan(200)
    const other = createTestRenderer()
    expect(await other.html('md', 'x')).toBe('<p>x</p>\n')
  })

  test('does not count sibling elements as depth', async () => {
    const { html } = createTestRenderer()
    const list = `<ul>${'<li>x<p>y<br>'.repeat(300)}</ul>`
    expect(await html('html', list)).toContain('<li>x<p>y<br></p></li>')
    expect(await html('md', '- x\n'.repeat(300))).toContain('<li>x</li>')
  })
})
