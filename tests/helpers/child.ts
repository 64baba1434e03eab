/** Longer than any start, even on a busy machine. */
const START_LIMIT_MS = 60_000
const POLL_MS = 20

type ChildOptions = {
  command: readonly string[]
  cwd?: string
  env?: Record<string, string | undefined>
  /** Whether it serves now. */
  isReady(): Promise<boolean>
}
export type Child = Awaited<ReturnType<typeof startChild>>

/** Starts a server as a process, and waits until it serves. It is killed when this process ends. */
export async function startChild({ command, cwd = '.', env, isReady }: ChildOptions) {
  const child = Bun.spawn([...command], {
    cwd,
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const killChild = () => child.kill('SIGKILL')
  process.prependOnceListener('exit', killChild)
  let output = ''
  const listen = async (stream: ReadableStream<Uint8Array>) => {
    for await (const piece of stream) output = `${output}${Buffer.from(piece)}`.slice(-20_000)
  }
  const read = Promise.all([listen(child.stdout), listen(child.stderr)])
  const ended = child.exited.then(() => process.off('exit', killChild))

  const until = performance.now() + START_LIMIT_MS
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > until) {
      killChild()
      await read
      throw new Error(`${command.join(' ')} does not serve: ${output}`)
    }
    await Bun.sleep(POLL_MS)
  }
  return {
    pid: child.pid,
    /** The end of what it has printed. */
    output: () => output,
    /** Ends it with a signal, and returns once it has ended. */
    async end(signal: NodeJS.Signals) {
      child.kill(signal)
      await ended
    },
  }
}

/** Whether a URL answers 200. */
export const answers = async (url: string): Promise<boolean> => (await fetch(url)).ok
