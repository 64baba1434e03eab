/** What git said when it did not do what it was asked. `reason` is one line of it, for people. */
export class GitFailed extends Error {
  override name = 'GitFailed'
  readonly reason: string
  /** What it ended with, and what it printed before: some calls answer so. */
  readonly code: number
  readonly printed: string
  /** All that it said, for us to look into. */
  readonly said: string
  constructor(command: string, said: string, code = -1, printed = '') {
    const reason = reasonIn(said) || 'git gave no reason'
    super(`git ${command}: ${reason}`)
    this.reason = reason
    this.code = code
    this.printed = printed
    this.said = said
  }
}

export type GitOptions = {
  /** What git reads from its standard input. */
  input?: string | Uint8Array | undefined
  env?: Record<string, string> | undefined
  /** Ends a call that hangs: on a network, or in somebody's hook. */
  timeoutMs?: number
}

/** Runs git and gives what it printed. Throws `GitFailed`. */
export type Git = {
  (args: readonly string[], options?: GitOptions): Promise<string>
  /** The same, for files that may be anything. */
  bytes(args: readonly string[], options?: GitOptions): Promise<Uint8Array>
}

const TIMEOUT_MS = 30_000

/** Git in that folder, whoever owns it: what lies there was given to us to serve. */
export function gitIn(folder: string): Git {
  async function bytes(args: readonly string[], { input, env, timeoutMs = TIMEOUT_MS }: GitOptions = {}) {
    const child = spawn(['git', ...settings, '-C', folder, ...args], { input, env, timeoutMs })
    const [out, said, code] = await Promise.all([
      new Response(child.stdout).bytes(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    if (child.signalCode) throw new GitFailed(args[0] ?? '', `it did not end within ${timeoutMs / 1000} seconds`)
    if (code !== 0) throw new GitFailed(args[0] ?? '', said, code, new TextDecoder().decode(out))
    return out
  }
  const text = async (args: readonly string[], options?: GitOptions) =>
    new TextDecoder().decode(await bytes(args, options)).trimEnd()
  return Object.assign(text, { bytes })
}

const settings = ['-c', 'safe.directory=*', '-c', 'core.quotePath=off', '-c', 'gc.auto=0', '-c', 'core.fsync=all']

function spawn(command: string[], { input, env, timeoutMs }: Required<GitOptions>) {
  try {
    return Bun.spawn(command, {
      stdin: input === undefined ? 'ignore' : new Blob([typeof input === 'string' ? input : new Uint8Array(input)]),
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      env: { ...ownEnvironment(), ...quiet, ...env },
    })
  } catch {
    throw new GitFailed(command[0] ?? '', 'git is not installed here')
  }
}

/** Never asks anybody anything, and says what it says in English: we read some of it. */
const quiet = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_SSH_COMMAND: process.env.GIT_SSH_COMMAND ?? 'ssh -o BatchMode=yes -o ConnectTimeout=10',
  LC_ALL: 'C',
}

/** Started from a hook, we would inherit the repository of somebody else. */
const ownEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX)$/.test(name)),
  )

/** What matters: the remote's own words, why a push was rejected, or what stands behind `fatal:`. Below it git may give advice. */
function reasonIn(said: string): string {
  const lines = said.trim().split('\n')
  const telling = [/^remote: *(?:fatal|error): *(.+)/, /^ ! \[(.+)/, /^(?:fatal|error): (.+)/, /^(.*)$/]
  const found = telling.map((pattern) => lines.map((line) => pattern.exec(line)?.[1]).find(Boolean)).find(Boolean)
  return found?.trim() ?? ''
}
