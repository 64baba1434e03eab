import { relative } from 'node:path'

/** How often each part of the sources has run so far, by `path start-end`. Parts are basic blocks, which never span functions. */
export type Parts = ReadonlySet<string>
export type ExecutionCounts = ReadonlyMap<string, number>

type Block = { startOffset: number; endOffset: number; executionCount: number }
type Message = { id?: number; method?: string; params?: Record<string, string>; result?: object; error?: object }

const CONNECT_LIMIT_MS = 30_000

/** Connects once the process listens. */
async function connect(inspector: string): Promise<WebSocket> {
  const deadline = performance.now() + CONNECT_LIMIT_MS
  while (performance.now() < deadline) {
    const socket = new WebSocket(inspector)
    const isOpen = await new Promise((resolve) => {
      socket.addEventListener('open', () => resolve(true))
      socket.addEventListener('error', () => resolve(false))
    })
    if (isOpen) return socket
    await Bun.sleep(50)
  }
  throw new Error(`There is no inspector at ${inspector}.`)
}

/**
 * Counts which code below `root` runs in a process that was started with `--inspect-wait`, with the control flow profiler of
 * the JavaScript engine. The process waits for this call, because the engine reports a source only when it parses it. Workers
 * have engines of their own, which are not counted.
 */
export async function followExecution(inspector: string, root: string) {
  const socket = await connect(inspector)
  const waiting = new Map<number, (message: Message) => void>()
  /** Paths of sources by the engine's id. */
  const sources = new Map<string, string>()
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data))
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    const { scriptId = '', url = '' } = message.method === 'Debugger.scriptParsed' ? (message.params ?? {}) : {}
    if (url.startsWith(`${root}/`)) sources.set(scriptId, relative(process.cwd(), url))
  })

  let lastId = 0
  async function send<Result>(method: string, params: object = {}): Promise<Result> {
    const id = ++lastId
    const { promise, resolve } = Promise.withResolvers<Message>()
    waiting.set(id, resolve)
    socket.send(JSON.stringify({ id, method, params }))
    const { result, error } = await promise
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result as Result
  }

  async function counts(): Promise<ExecutionCounts> {
    const found = new Map<string, number>()
    const read = [...sources].map(async ([sourceID, path]) => {
      const { basicBlocks } = await send<{ basicBlocks: Block[] }>('Runtime.getBasicBlocks', { sourceID })
      for (const { startOffset, endOffset, executionCount } of basicBlocks) {
        const part = `${path} ${startOffset}-${endOffset}`
        // A function of one block is listed twice, once without its count.
        found.set(part, Math.max(executionCount, found.get(part) ?? 0))
      }
    })
    await Promise.all(read)
    return found
  }

  async function evaluate(expression: string): Promise<void> {
    const { wasThrown } = await send<{ wasThrown?: boolean }>('Runtime.evaluate', { expression })
    if (wasThrown) throw new Error(`The process cannot evaluate ${expression}.`)
  }

  await send('Runtime.enable')
  await send('Runtime.enableControlFlowProfiler')
  await send('Debugger.enable')
  await send('Inspector.enable')
  await send('Inspector.initialized')
  const timers = `(globalThis.holdableTimers ??= (${holdableTimers})())`
  return {
    counts,
    /** Holds what happens after a delay, unless it is very short, until `releaseTimers`: callbacks of `setTimeout` and what awaits `Bun.sleep`. */
    holdTimers: (what: 'callbacks' | 'all' = 'all') => evaluate(`${timers}.hold('${what}')`),
    releaseTimers: () => evaluate(`${timers}.release()`),
    close: () => socket.close(),
  }
}
export type Execution = Awaited<ReturnType<typeof followExecution>>

/** Runs in the process: replaces `setTimeout` and `Bun.sleep`, so that all but the shortest delays can be held. */
function holdableTimers() {
  const SHORT_MS = 20
  const { setTimeout: later } = globalThis
  const { sleep } = Bun
  const waiting: (() => void)[] = []
  let isHoldingCallbacks = false
  let isHoldingSleeps = false
  const replacement = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const run = () => callback(...args)
    return later(() => (isHoldingCallbacks && ms > SHORT_MS ? waiting.push(run) : run()), ms)
  }
  globalThis.setTimeout = Object.assign(replacement, later)
  Bun.sleep = async (ms) => {
    await sleep(ms)
    const isShort = typeof ms === 'number' && ms <= SHORT_MS
    if (isHoldingSleeps && !isShort) await new Promise<void>((done) => waiting.push(done))
  }
  return {
    hold(what: string) {
      isHoldingCallbacks = true
      isHoldingSleeps = what === 'all'
    },
    release() {
      isHoldingCallbacks = false
      isHoldingSleeps = false
      for (const run of waiting.splice(0)) run()
    },
  }
}

/** The parts that ran between two counts. */
export const ranBetween = (before: ExecutionCounts, after: ExecutionCounts): Set<string> =>
  new Set([...after].filter(([part, times]) => times > (before.get(part) ?? 0)).map(([part]) => part))

/** The files of parts, sorted. */
export const filesOf = (parts: ReadonlySet<string>): string[] =>
  [...new Set([...parts].map((part) => part.slice(0, part.lastIndexOf(' '))))].sort()
