/**
 * Starts a site with three replicas and prints their URLs and the folder of the remote, for a journey, which Node runs. Ends with its
 * input. Exits with 3 without PostgreSQL.
 */
import { startCluster } from '#tests/helpers/cluster.ts'
import { hasPostgres } from '#tests/helpers/postgres.ts'

if (!hasPostgres) process.exit(3)
const cluster = await startCluster({ replicas: 3, proxy: false })
console.log(JSON.stringify({ urls: cluster.replicas.map(({ url }) => url), remote: cluster.remote.folder }))
await Bun.stdin.text()
await cluster.close()
process.exit(0)
