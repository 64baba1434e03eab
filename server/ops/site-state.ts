import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { adminPaths } from '#contract/admin-paths.ts'
import { type ContentState, ContentStateSchema, type Warning } from '#contract/content.ts'
import {
  ArrivalSchema,
  type CheckedFinding,
  type Replica,
  SiteChecksSchema,
  type SiteState,
  SiteStateSchema,
} from '#contract/site-state.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { type Checkout, describeCheckout } from '#server/git/checkout.ts'
import { endpoint, ok, privately } from '#server/http/endpoint.ts'
import type { Manifest } from '#server/http/static-files.ts'
import type { Notifications } from '#server/leads/notify/follow-log.ts'
import type { TrustedProxies } from '#server/lib/ip.ts'
import { version } from '#server/lib/version.ts'
import type { KnownReplica } from '#server/storage/shared-saves.ts'
import type { DiskCheck } from './disk-check.ts'
import { checkSite } from './site-checks.ts'
import { namedWarnings } from './warnings.ts'

type SiteStateOptions = {
  settings: Parameters<typeof checkSite>[0]
  manifest: Pick<Manifest, 'commit'>
  disk: Pick<DiskCheck, 'state'>
  database?: Pick<SiteDatabase, 'state'> | undefined
  checkout: Checkout
  stuckSaves: { count(): number }
  lastBackup: { at(): Date | undefined }
  now(): Date
  trustedProxies: TrustedProxies
  notifications: Pick<Notifications, 'state'>
  warnings(): Warning[]
}

/** The state of the content and of the site, for administrators. States by name are in /readyz, figures in metrics. */
export function siteStateEndpoints(options: SiteStateOptions) {
  const { settings, manifest, disk, database, checkout, stuckSaves, lastBackup, now } = options
  const startedAt = new Date(now().getTime() - process.uptime() * 1000)
  let checking: Promise<CheckedFinding[]> | undefined

  /** Shared by concurrent requests: checks connect to other machines. */
  function checks(): Promise<CheckedFinding[]> {
    checking ??= checkSite(settings).finally(() => {
      checking = undefined
    })
    return checking
  }

  async function contentState(): Promise<ContentState> {
    const waiting = options.notifications.state() === 'waiting' && { notificationsWaiting: true as const }
    return { ...(await describeCheckout(checkout)), ...waiting, ...namedWarnings(options.warnings()) }
  }

  async function read(): Promise<SiteState> {
    const shared = checkout?.shared
    const { pushed, inSync } = checkout?.times() ?? {}
    return {
      version,
      commit: manifest.commit ?? 'unknown',
      bun: Bun.version,
      host: hostname(),
      startedAt: startedAt.toISOString(),
      uptimeSeconds: Math.floor(process.uptime()),
      disk: disk.state(),
      folders: await Promise.all([
        freeIn('content', settings.contentDir),
        freeIn('storage', settings.storageDir),
        freeIn('private', settings.privateDir),
      ]),
      database: database?.state() ?? 'files',
      content: await contentState(),
      pushedAt: textOf(pushed),
      syncedAt: textOf(inSync),
      ...(shared && { replicas: await shared.saves.replicas().then(described, () => null) }),
      stuckSaves: stuckSaves.count(),
      lastBackupAt: textOf(lastBackup.at()),
    }
  }

  return [
    endpoint({
      id: 'readContentState',
      summary: 'Returns the state of git and notifications',
      method: 'GET',
      path: adminPaths.contentState,
      access: 'administrator',
      response: privately(ok(ContentStateSchema, 'The branch, pending commits, and steps to resolve a divergence.')),
      handle: contentState,
    }),
    endpoint({
      id: 'readSiteState',
      summary: 'Returns the state of the site',
      description: 'Of the process that answers, and of what it depends on.',
      method: 'GET',
      path: adminPaths.siteState,
      access: 'administrator',
      response: privately(ok(SiteStateSchema, 'Version, disks, database, git, replicas, and the last backup.')),
      handle: read,
    }),
    endpoint({
      id: 'checkSite',
      summary: 'Checks what the site needs',
      description: 'The same as `bun run doctor`. Takes up to five seconds.',
      method: 'GET',
      path: adminPaths.siteChecks,
      access: 'administrator',
      response: privately(ok(SiteChecksSchema, 'What each check has found, without secrets.')),
      handle: async () => ({ checks: await checks() }),
    }),
    endpoint({
      id: 'readArrival',
      summary: 'Returns how the request arrived',
      description: 'For `bun run doctor`, which compares what a proxy passes on.',
      method: 'GET',
      path: adminPaths.siteArrival,
      access: 'administrator',
      response: privately(ok(ArrivalSchema, 'The other end of the connection, and what counts as the client.')),
      handle: ({ request, peer, address }) => ({
        peer,
        isTrusted: options.trustedProxies.includes(peer),
        hasForwardedFor: request.headers.has('x-forwarded-for'),
        address,
      }),
    }),
  ]
}

const textOf = (moment: Date | undefined): string | null => moment?.toISOString() ?? null

const freeIn = (name: SiteState['folders'][number]['name'], folder: string) =>
  statfs(folder).then(
    ({ bavail, bsize }) => ({ name, freeBytes: bavail * bsize }),
    () => ({ name, freeBytes: null }),
  )

const described = (replicas: readonly KnownReplica[]): Replica[] =>
  replicas.map(({ host, isThis, seenAt, syncedAt }) => ({
    host,
    isThis,
    seenAt: seenAt.toISOString(),
    syncedAt: textOf(syncedAt),
  }))
