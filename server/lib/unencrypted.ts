import { isIP } from 'node:net'
import { trustedProxies } from './ip.ts'

const ENCRYPTED_MODES = ['require', 'verify-ca', 'verify-full']
const loopback = trustedProxies(['127.0.0.0/8', '::1', '::ffff:127.0.0.0/104'])

/** Whether a connection to this host may leave the machine and its containers: names without a dot are services of compose. */
function isRemote(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (name === '' || name.startsWith('/')) return false
  if (isIP(name) !== 0) return !loopback?.includes(name)
  return name.replace(/\.$/, '').includes('.') && !/(?:^|\.)localhost\.?$/.test(name)
}

/** Whether a URL of PostgreSQL names a host of another machine, and does not insist on TLS. */
function isUnencryptedDatabase(text: string): boolean {
  const url = URL.parse(text)
  if (!url) return false
  const hosts = (url.searchParams.get('host') ?? decodeURIComponent(url.hostname)).split(',')
  return hosts.some(isRemote) && !ENCRYPTED_MODES.includes(url.searchParams.get('sslmode') ?? '')
}

/** Whether git connects to another machine by git:// or http://. */
function isUnencryptedRemote(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && ['git:', 'http:'].includes(url.protocol) && isRemote(url.hostname)
}

type Connections = { databaseUrl?: string | undefined; gitRemote?: string | undefined }

/** The variables whose connections anybody between the machines can read, and what to do. Never repeats a URL: it may have a password. */
export function unencryptedConnections({
  databaseUrl,
  gitRemote,
}: Connections): { variable: string; reason: string }[] {
  return [
    ...(databaseUrl !== undefined && isUnencryptedDatabase(databaseUrl)
      ? [
          {
            variable: 'DATABASE_URL',
            reason: 'Add sslmode=verify-full, or another mode that requires TLS, to the URL.',
          },
        ]
      : []),
    ...(gitRemote !== undefined && isUnencryptedRemote(gitRemote)
      ? [{ variable: 'GIT_REMOTE', reason: 'Use ssh:// or https:// instead of git:// or http://.' }]
      : []),
  ]
}
