import { heapStats } from 'bun:jsc'
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRenderer, type RendererDeps } from '#server/blog/render/renderer.ts'
import { UnrenderableContentError } from '#server/blog/render/unrenderable.ts'
import { createRendering } from '#server/blog/render/worker-client.ts'

const started: { close(): void | Promise<void> }[] = []
afterAll(() => Promise.all(started.map((one) => one.close())))

async function renderer(deps: Partial<RendererDeps> = {}) {
  const cacheDir = deps.cacheDir ?? (await mkdtemp(join(tmpdir(), 'html-')))
  const made = createRenderer({ cacheDir, timeLimitMs: 10_000, ...deps })
  started.push(made)
  const cached = async () =>
    (await readdir(cacheDir, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  return { ...made, cacheDir, cached }
}

/** Too long for any cached result. */
const tooSlow = '_a_'.repeat(60_000)

describe('the renderer', () => {
  test('renders and sanitizes in its worker, each text once', async () => {
    const { html, cached, close } = await renderer()
    const answers = await Promise.all(Array.from({ length: 5 }, () => html('md', '*a* <script>x</script>')))
    expect(new Set(answers)).toEqual(new Set(['<p><em>a</em> </p>\n']))
    await close()
    expect(await cached()).toHaveLength(1)
  })

  test('retains no rendered text, so that its worker survives sustained load', async () => {
    const { html, warm } = await renderer({ idleMs: 60_000 })
    await warm()
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

  test('restarts after it was idle', async () => {
    const { html, warm } = await renderer({ idleMs: 0 })
    await warm()
    for (const word of ['one', 'two']) expect(await html('html', `<b>${word}`)).toBe(`<b>${word}</b>`)
  })

  test('is not idle while it renders, even when it is warmed up at the same time', async () => {
    const { html, warm, expectWriting } = await renderer({ idleMs: 0, writingIdleMs: 0 })
    const words = '*word* '.repeat(5_000)
    const [, first] = await Promise.all([warm(), html('md', words), expectWriting()])
    expect(first).toStartWith('<p><em>word</em> <em>word</em>')
    const [second] = await Promise.all([html('md', `${words}again`), warm()])
    expect(second).toEndWith('again</p>\n')
  })

  test('rejects all pending texts when its worker is ended', async () => {
    const { render, warm, close } = createRendering({ idleMs: 60_000, writingIdleMs: 60_000, timeLimitMs: 60_000 })
    started.push({ close })
    await warm()
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
    const { html, warm } = await renderer({ idleMs: 60_000 })
    await warm().finally(() => {
      globalThis.Worker = NativeWorker
    })
    const [worker] = workers
    const ended = new Promise((resolve) => worker?.addEventListener('close', resolve))
    worker?.terminate()
    await ended
    expect(await html('md', '*next*')).toBe('<p><em>next</em></p>\n')
  })

  test('returns a text without tags unchanged', async () => {
    const { html, cached } = await renderer()
    expect(await html('html', 'a & b > c')).toBe('a & b > c')
    expect(await cached()).toEqual([])
  })

  test('reads what another process rendered from disk, and renders damaged entries again', async () => {
    const first = await renderer()
    await first.html('html', '<p>x<b>y')
    await first.close()
    const again = async () => {
      const { html, close } = await renderer({ cacheDir: first.cacheDir })
      return html('html', '<p>x<b>y').finally(close)
    }
    expect(await again()).toBe('<p>x<b>y</b></p>')
    const [file = ''] = await first.cached()
    for (const damage of ['', '<p>x', 'abc\n<script>alert(1)</script>']) {
      await writeFile(file, damage)
      expect(await again()).toBe('<p>x<b>y</b></p>')
    }
  })

  test('works without a writable cache folder', async () => {
    const { html } = await renderer({ cacheDir: '/dev/null/cache' })
    expect(await html('html', '<p>x')).toBe('<p>x</p>')
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
      const { html } = await renderer()
      const begun = performance.now()
      await expect(html(format, source)).rejects.toThrow(UnrenderableContentError)
      expect(performance.now() - begun).toBeLessThan(200)
    })
  }

  test('ends the worker when a text exceeds the time limit, and renders the next text', async () => {
    const { html, warm } = await renderer({ timeLimitMs: 50 })
    await warm()
    await expect(html('md', tooSlow)).rejects.toThrow('takes too long')
    const begun = performance.now()
    await expect(html('md', tooSlow)).rejects.toThrow(UnrenderableContentError)
    expect(performance.now() - begun).toBeLessThan(50)
    const slow = await renderer()
    expect(await slow.html('md', 'x')).toBe('<p>x</p>\n')
  })

  test('does not count sibling elements as depth', async () => {
    const { html } = await renderer()
    const list = `<ul>${'<li>x<p>y<br>'.repeat(300)}</ul>`
    expect(await html('html', list)).toContain('<li>x<p>y<br></p></li>')
    expect(await html('md', '- x\n'.repeat(300))).toContain('<li>x</li>')
  })
})
