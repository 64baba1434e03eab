/** Variables that a git process may inherit. Others, secrets included, must not reach git, ssh and hooks of remotes. */
const INHERITED = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'TZ', 'LD_LIBRARY_PATH'],
  ...['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM'],
  ...['GIT_SSH_COMMAND', 'SSH_AUTH_SOCK'],
  ...['GIT_SSL_CAINFO', 'GIT_SSL_CAPATH', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
]

export type Setting = readonly [key: string, value: string]

/** The environment of every git process; `settings` override every configuration file. */
export function gitEnvironment(settings: readonly Setting[]): Record<string, string> {
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o ConnectTimeout=10',
    ...Object.fromEntries(inherited),
    // No prompts; messages in English, because some of them are parsed.
    ...{ GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '', GIT_EDITOR: ':', GIT_PAGER: 'cat', LC_ALL: 'C' },
    ...{ GIT_OPTIONAL_LOCKS: '0', GIT_LITERAL_PATHSPECS: '1', GIT_ATTR_NOSYSTEM: '1' },
    // Overrides protocol.*.allow: no ext:: and no other remote helper runs.
    GIT_ALLOW_PROTOCOL: 'ssh:https:http:file',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  }
}

/** Turns off settings with fixed names that run programs or work in other repositories. `root` is the only safe directory. */
export const fixedSettings = (root: string): readonly Setting[] => [
  ['safe.directory', root],
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
  // An empty helper clears the list of helpers.
  ['credential.helper', ''],
]

/** One value of `git config --list --show-scope`. */
export type Configured = { scope: string; key: string; value: string }

/** Reads the output of `git config --list --show-scope -z`. */
export function configuredIn(listed: string): Configured[] {
  const fields = listed.split('\0')
  const found: Configured[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = '', entry = ''] = fields.slice(at, at + 2)
    const [key = '', ...value] = entry.split('\n')
    found.push({ scope, key, value: value.join('\n') })
  }
  return found
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

/** Settings that disable the configured programs. */
export function overridesOf(configured: readonly Configured[]): Setting[] {
  return configured.flatMap(({ scope, key, value }): Setting[] => {
    if (scope === 'command') return []
    if (HELPER.test(key)) return isTrustedHelper(scope, value) ? [[key, value]] : []
    const program = PROGRAMS.find(([pattern]) => pattern.test(key))
    return program ? [[key, program[1]]] : []
  })
}

/** System and global configuration belong to the operator; the repository's may have another author. */
const isTrustedHelper = (scope: string, value: string) =>
  scope === 'system' || scope === 'global' || BUILT_IN_HELPER.test(value)
