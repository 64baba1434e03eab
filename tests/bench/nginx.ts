import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/helpers/ports.ts'
import { cpuSeconds } from '#tests/helpers/usage.ts'
import { serve } from './server.ts'

/** Plain: one worker, precompressed files, no tuning; and no limit of requests per connection, as Bun has none. */
const configuration = (dir: string, port: number) => `
${userInfo().uid === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${dir}/pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  gzip_static on;
  types { text/html html; }
  client_body_temp_path ${dir}/body;
  proxy_temp_path ${dir}/proxy;
  fastcgi_temp_path ${dir}/fastcgi;
  uwsgi_temp_path ${dir}/uwsgi;
  scgi_temp_path ${dir}/scgi;
  server { listen 127.0.0.1:${port}; root ${dir}/files; }
}
`

/** Serves the same bytes as files with nginx: `bodies` by name. `undefined` when nginx is not installed. */
export async function serveNginx(bodies: Record<string, { plain: Uint8Array; gzip: Uint8Array }>) {
  const nginx = Bun.which('nginx', { PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` })
  if (!nginx) return undefined
  const dir = await mkdtemp(join(tmpdir(), 'palletry-nginx-'))
  const port = await freePort()
  for (const [name, { plain, gzip }] of Object.entries(bodies)) {
    await Bun.write(join(dir, 'files', `${name}.html`), plain)
    await Bun.write(join(dir, 'files', `${name}.html.gz`), gzip)
  }
  await Bun.write(join(dir, 'nginx.conf'), configuration(dir, port))
  const first = `/${Object.keys(bodies)[0]}.html`
  const server = await serve([nginx, '-p', dir, '-c', join(dir, 'nginx.conf')], port, first)
  const children = await Bun.file(`/proc/${server.pid}/task/${server.pid}/children`)
    .text()
    .catch(() => '')
  return {
    ...server,
    /** Of its single worker, which does all the work. */
    cpuSeconds: () => cpuSeconds(Number(children.trim())),
    async stop() {
      await server.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
