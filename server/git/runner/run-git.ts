import type { GitPause } from '#contract/content.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { PROTOCOLS } from './remote-url.ts'

/** A failed git command. `reason` is one line of its error output, for people. */
export class GitError extends OperatorError {
  override name = 'GitFailed'
  readonly reason: string
  /** Its exit code and its output; some commands report their result this way. */
  readonly code: number
  readonly printed: string
  /** What keeps the command from succeeding, in one word. */
  readonly pause: GitPause
  constructor(command: string, said: string, code = -1, printed = '', pause = pauseIn(said)) {
    const reason = reasonIn(said)
    super(`git ${command}: ${reason}`)
    this.reason = reason
    this.code = code
    this.printed = printed
    this.pause = pause
  }
}

/** Git is not installed. */
export class GitMissing extends GitError {
  override name = 'GitMissing'
  constructor() {
    super('', 'git is not installed here', -1, '', 'no-git')
  }
}

export type GitOptions = {
  input?: string | Blob
  env?: Record<string, string>
  /** Ends a command that hangs, for example on a network. */
  timeoutMs?: number
}

/** Runs git and returns its output. Throws `GitError`. */
export type Git = {
  (args: readonly string[], options?: GitOptions): Promise<string>
  /** The same, for files that may be anything. */
  bytes(args: readonly string[], options?: GitOptions): Promise<Uint8Array>
}

const TIMEOUT_MS = 30_000

/**
 * Commands that run no program from a configuration file as they are used here. Commands that write the index are not among
 * them: they may compare files, which runs filters.
 */
const PLAIN = new Set(
  `rev-parse symbolic-ref config init for-each-ref update-ref merge-base rev-list log cat-file ls-tree ls-files diff-tree
  check-ignore fast-import commit-tree bundle`.split(/\s+/),
)

/**
 * Git in the checkout at `root`, an absolute path without links whose owner was checked (see `openRepository`). The server
 * starts git in no other way: without hooks, fsmonitor, filters, merge drivers and other programs that the repository names,
 * and with an environment of allowed variables. Arguments from outside belong behind `--` or `--end-of-options`. `protocols`:
 * those of remotes, with colons between them.
 */
export function gitIn(root: string, protocols = PROTOCOLS): Git {
  async function run(args: readonly string[], { input, env, timeoutMs = TIMEOUT_MS }: GitOptions, more: Setting[]) {
    const [command = ''] = args
    const stdin = input === undefined ? 'ignore' : new Blob([input])
    const environment = gitEnvironment(root, protocols, more)
    const child = spawn(['git', '-C', root, ...args], stdin, { ...environment, ...env }, timeoutMs)
    const [out, said, code] = await Promise.all([
      new Response(child.stdout).bytes(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    if (child.signalCode) throw new GitError(command, `it did not finish within ${timeoutMs / 1000} seconds`)
    if (code !== 0) throw new GitError(command, said, code, new TextDecoder().decode(out))
    return out
  }

  async function bytes(args: readonly string[], options: GitOptions = {}) {
    if (PLAIN.has(args[0] ?? '')) return run(args, options, [])
    const configured = await run(['config', '--list', '--show-scope', '-z'], {}, [])
    return run(args, options, overridesOf(new TextDecoder().decode(configured)))
  }
  const text = async (args: readonly string[], options?: GitOptions) =>
    new TextDecoder().decode(await bytes(args, options)).trimEnd()
  return Object.assign(text, { bytes })
}

function spawn(command: string[], stdin: 'ignore' | Blob, env: Record<string, string | undefined>, timeout: number) {
  try {
    return Bun.spawn(command, { stdin, stdout: 'pipe', stderr: 'pipe', env, timeout, killSignal: 'SIGKILL' })
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw isMissing ? new GitMissing() : new GitError('', String(error))
  }
}

/** Git has one exit code for all of them, and prints the words of the C library in English (`LC_ALL=C`). */
const PAUSES: readonly (readonly [RegExp, GitPause])[] = [
  [/hook declined/, 'hook-rejected'],
  [/No space left on device|Out of diskspace|quota exceeded/i, 'disk-full'],
  [/Permission denied|Read-only file system|Operation not permitted|insufficient permission/, 'not-writable'],
  [/\.lock': File exists/, 'locked'],
  [/^fatal: not a git repository/, 'no-repository'],
]

const pauseIn = (said: string): GitPause => PAUSES.find(([pattern]) => pattern.test(said))?.[1] ?? 'failed'

/** The remote's own message, the reason of a rejected push, or the text after `fatal:`. Git may print advice below it. */
function reasonIn(said: string): string {
  if (said.startsWith('fatal: not a git repository')) return 'the git repository is gone'
  const telling = [/^remote: *(?:fatal|error): *(.+)/m, /^ ! \[(.+)/m, /^(?:fatal|error): (.+)/m, /^(.+)/]
  const found = telling.flatMap((pattern) => pattern.exec(said.trim())?.[1]?.trim() ?? [])
  const reason = found[0] ?? 'git reported no reason'
  // A list of files follows, one a line.
  return reason.endsWith(':') ? [reason, ...(said.match(/(?<=^\t).+/gm) ?? [])].join(' ') : reason
}

/** Variables that a git process may inherit. Others, secrets included, must not reach git, ssh and hooks of remotes. */
const INHERITED = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'TZ', 'LD_LIBRARY_PATH'],
  ...['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM'],
  ...['GIT_SSH_COMMAND', 'SSH_AUTH_SOCK'],
  ...['GIT_SSL_CAINFO', 'GIT_SSL_CAPATH', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
]

type Setting = readonly [key: string, value: string]

/** Turns off settings with fixed names that run programs or work in other repositories. */
const FIXED: readonly Setting[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.alternateRefsCommand', 'true'],
  ['core.fsync', 'all'],
  ['core.quotePath', 'off'],
  ['color.ui', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['log.showSignature', 'false'],
  ['commit.gpgSign', 'false'],
  ['push.gpgSign', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['push.recurseSubmodules', 'no'],
  ['i18n.logOutputEncoding', 'UTF-8'],
  // Attributes of the repository may choose it, and it puts both versions of a line into a file.
  ['merge.union.driver', 'false'],
  // An empty helper clears the list of helpers.
  ['credential.helper', ''],
]

/** The environment of every git process in the checkout at `root`; its settings override every configuration file. */
function gitEnvironment(root: string, protocols: string, more: readonly Setting[]): Record<string, string | undefined> {
  const settings = [...FIXED, ...more]
  return {
    GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o ConnectTimeout=10',
    ...Object.fromEntries(INHERITED.flatMap((name) => (name in process.env ? [[name, process.env[name]]] : []))),
    // No search for another repository, no other place from its configuration, and no check of the owner.
    GIT_DIR: `${root}/.git`,
    GIT_WORK_TREE: root,
    // No prompts; messages in English, because some of them are parsed.
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GIT_EDITOR: ':',
    GIT_PAGER: 'cat',
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_ATTR_NOSYSTEM: '1',
    // Overrides protocol.*.allow: no ext:: and no other remote helper runs.
    GIT_ALLOW_PROTOCOL: protocols,
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(settings.map(([key], at) => [`GIT_CONFIG_KEY_${at}`, key])),
    ...Object.fromEntries(settings.map(([, value], at) => [`GIT_CONFIG_VALUE_${at}`, value])),
  }
}

/** Programs under names that the configuration chooses, and the value that replaces each. A merge driver that fails is a conflict. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/^filter\..*\.(?:clean|smudge|process)$/is, ''],
  [/^filter\..*\.required$/is, 'false'],
  [/^merge\..*\.driver$/is, 'false'],
]
const HELPER = /^credential\.(?:.*\.)?helper$/is
/** Helpers that are part of git. Git starts them with a shell, so the values contain nothing that a shell expands. */
const BUILT_IN_HELPER = /^(?:store|cache)(?: --[a-z]+(?:[ =][\w./~:@-]+)?)*$/

/** Settings that disable the programs in the output of `git config --list --show-scope -z`. */
function overridesOf(listed: string): Setting[] {
  const entries = [...listed.matchAll(/([^\0]*)\0([^\0\n]*)\n?([^\0]*)\0/gy)]
  return entries.flatMap(([, scope = '', key = '', value = '']): Setting[] => {
    if (scope === 'command') return []
    if (HELPER.test(key)) return isTrustedHelper(scope, value) ? [[key, value]] : []
    const program = PROGRAMS.find(([pattern]) => pattern.test(key))
    return program ? [[key, program[1]]] : []
  })
}

/** System and global configuration belong to the operator; the repository's may have another author. */
const isTrustedHelper = (scope: string, value: string) =>
  scope === 'system' || scope === 'global' || BUILT_IN_HELPER.test(value)
