import { describe, expect, test } from 'bun:test'
import { type Environment, InvalidConfigError, readConfig, unknownVariables } from '#server/config.ts'

const files: Record<string, string> = { '/run/secrets/password': 'from a file 1\n', '/run/secrets/empty': '\n' }
function readFile(path: string): string {
  const text = files[path]
  if (text === undefined) throw new Error('ENOENT')
  return text
}
const read = (env: Environment) => readConfig(env, readFile)

describe('the configuration', () => {
  test('has a default for every variable', () => {
    const { trustedProxies, ...plain } = read({})
    expect(plain).toEqual({
      port: 3000,
      host: '0.0.0.0',
      publicUrl: undefined,
      databaseUrl: undefined,
      contentDir: 'content',
      storageDir: 'storage',
      privateDir: 'storage/private',
      adminEmail: undefined,
      adminPassword: undefined,
      jwtSecret: undefined,
      sessionDays: { idle: 14, max: 30 },
      auditDays: 730,
      logLevel: 'info',
      rateLimits: true,
      maxConnections: 1000,
      cdnSeconds: 0,
      tls: undefined,
      shutdownDelaySeconds: 0,
      mail: undefined,
      webhook: undefined,
      captcha: false,
      metrics: undefined,
      gitCommit: true,
      gitPush: false,
      gitRemote: undefined,
      gitBranch: undefined,
    })
    expect(trustedProxies.includes('127.0.0.1')).toBe(false)
  })

  test('treats an empty variable as unset', () => {
    expect(read({ PORT: '', ADMIN_EMAIL: '', JWT_SECRET: '', LOG_LEVEL: ' ' })).toMatchObject({
      port: 3000,
      adminEmail: undefined,
      jwtSecret: undefined,
      logLevel: 'info',
    })
  })

  test('reads a secret from the file that …_FILE names, without its line break', () => {
    expect(read({ ADMIN_PASSWORD_FILE: '/run/secrets/password' }).adminPassword).toBe('from a file 1')
    expect(read({ ADMIN_PASSWORD_FILE: '/run/secrets/empty' }).adminPassword).toBeUndefined()
  })

  test.each(['   spaces   ', 'aaaaaaaaaaaa', '🥖'.repeat(128), 'x'.repeat(128)])(
    'accepts a password of 12 to 128 characters without trimming it: %s',
    (password) => {
      expect(read({ ADMIN_PASSWORD: password }).adminPassword).toBe(password)
    },
  )

  test.each(['0123456789abcdef0123456789abcdeX', 'aKey/With+SomeDifferentCharacters='])(
    'requires a signing secret of 32 bytes and 12 different characters: %s',
    (secret) => {
      expect(read({ JWT_SECRET: secret }).jwtSecret).toBe(secret)
    },
  )

  test('removes the trailing slash of the public URL', () => {
    expect(read({ PUBLIC_URL: 'https://www.example.com/' }).publicUrl).toBe('https://www.example.com')
  })

  test('accepts IP addresses and CIDRs as trusted proxies', () => {
    const { trustedProxies } = read({ TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8' })
    expect(['10.1.2.3', 'fd00::1', '11.0.0.1'].map(trustedProxies.includes)).toEqual([true, true, false])
  })
})

describe('an invalid value aborts startup with an error that names the variable', () => {
  const wrong: [string, string][] = [
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'shop.example.com'],
    ['PUBLIC_URL', 'ftp://example.com'],
    ['PUBLIC_URL', 'https://example.com/shop'],
    ['ADMIN_EMAIL', 'not an address'],
    ['ADMIN_PASSWORD', 'eleven77777'],
    ['ADMIN_PASSWORD', '🥖'.repeat(11)],
    ['ADMIN_PASSWORD', 'x'.repeat(129)],
    ['ADMIN_PASSWORD', '1qaz2wsx3edc'],
    ['ADMIN_PASSWORD', 'QWERTY123456'],
    ['ADMIN_PASSWORD_FILE', '/nowhere'],
    ['JWT_SECRET', 'thirty-one bytes are too few...'],
    ['JWT_SECRET', 'secret'.repeat(10)],
    ['JWT_SECRET', 'eleven-char'.repeat(3)],
    ['JWT_SECRET', 'kF3!9xQ2mZ7#pL0w'.repeat(2)],
    ['JWT_SECRET', 'kF3!9xQ2mZ7#pL0w'.repeat(3).slice(0, -5)],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'proxy.example.com'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMITS', 'perhaps'],
    ['CAPTCHA', 'yes'],
    ['MAX_CONNECTIONS', '5'],
    ['MAX_CONNECTIONS', 'many'],
  ]
  test.each(wrong)('%s=%s', (name, value) => {
    const sentence = errorOf({ [name]: value })
    expect(sentence).toStartWith(name)
    expect(sentence).toEndWith('.')
    expect(sentence).not.toContain(value)
  })

  test('for a variable that is set together with its _FILE', () => {
    expect(errorOf({ ADMIN_PASSWORD: 'long enough', ADMIN_PASSWORD_FILE: '/run/secrets/password' })).toBe(
      'Set ADMIN_PASSWORD or ADMIN_PASSWORD_FILE, not both.',
    )
  })
})

function errorOf(env: Environment): string {
  try {
    read(env)
  } catch (error) {
    if (error instanceof InvalidConfigError) return error.message
  }
  return ''
}

describe('variables with a wrong name', () => {
  test.each([
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['PULBIC_URL', 'PUBLIC_URL'],
    ['ADMIN_MAIL', 'ADMIN_EMAIL'],
    ['ADMIN_PASSWORD_FIEL', 'ADMIN_PASSWORD_FILE'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['SMTP_URI', 'SMTP_URL'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['Log_Level', 'LOG_LEVEL'],
    ['POTR', 'PORT'],
  ])('are named with the right one: %s', (typed, right) =>
    expect(unknownVariables({ [typed]: 'secret' })).toEqual([
      `${typed} is no variable of the site (did you mean ${right}?)`,
    ]),
  )

  test('are none of other programs', () => {
    const others =
      'PATH HOME HOSTNAME MAIL SHELL TERM USER PWD LANG TZ GIT_PAGER GIT_EDITOR NODE_ENV SSH_TTY KUBERNETES_PORT POSTGRES_PASSWORD'
    expect(unknownVariables(Object.fromEntries(others.split(' ').map((name) => [name, 'x'])))).toEqual([])
    expect(unknownVariables({ PUBLIC_URL: 'https://a.example', JWT_SECRET_FILE: '/x', CDN_TTL: '1' })).toEqual([])
  })
})
