import { expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { smallContent } from '#tests/helpers/small-content.ts'

const ends: (() => Promise<unknown>)[] = []
/** Cleanup after a test, in reverse order. */
export const atEnd = (end: () => Promise<unknown>) => void ends.push(end)
/** Ends every process of a test and removes its folders. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

/** Folders for a site (`dir` of the result) and its process, started as often as a test needs. */
export async function site(files: Record<string, string> = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'process-'))
  ends.push(() => rm(dir, { recursive: true, force: true }))
  for (const [path, text] of Object.entries({ ...smallContent, ...files })) {
    await Bun.write(join(dir, 'content', path), text)
  }
  const start = (env: Record<string, string> = {}, flags: string[] = [], wrapper: string[] = []) => {
    const child = Bun.spawn([...wrapper, 'bun', ...flags, 'server/main.ts'], {
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'production',
        PORT: '0',
        HOST: '127.0.0.1',
        CONTENT_DIR: join(dir, 'content'),
        STORAGE_DIR: join(dir, 'storage'),
        ...env,
      },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    ends.push(() => {
      child.kill('SIGKILL')
      return child.exited
    })
    const output = linesOf(child.stdout)
    return {
      child,
      dir,
      ...output,
      /** Of the event that says so. */
      url: async (): Promise<string> =>
        JSON.parse(await output.until((line) => line.includes('"event":"listening"'))).url,
    }
  }
  return Object.assign(start, { dir })
}

/** The reason in the one line of a process whose start failed: an event on standard error, without a terminal. */
export async function failureOf({ child }: { child: Bun.Subprocess<'ignore', 'pipe', 'pipe'> }): Promise<string> {
  const [code, said] = await Promise.all([child.exited, new Response(child.stderr).text()])
  const { level, event, reason } = JSON.parse(said)
  expect([code, level, event]).toEqual([1, 'error', 'start failed'])
  return reason
}

/** Output lines as they arrive, and a wait for one of them. */
function linesOf(stream: ReadableStream<Uint8Array>) {
  const output: string[] = []
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  return {
    output,
    async until(wanted: (line: string) => boolean): Promise<string> {
      while (!output.some(wanted)) {
        const { value, done } = await reader.read()
        if (done) throw new Error(`The process ended after ${JSON.stringify(output)}`)
        output.push(...decoder.decode(value, { stream: true }).trim().split('\n'))
      }
      return output.find(wanted) ?? ''
    },
  }
}
