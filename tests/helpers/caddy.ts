import { answers, startChild } from './child.ts'

/** Whether Debian's package is installed. */
export const hasCaddy = Bun.which('caddy') !== null

type CaddyOptions = { port: number; replicas: readonly string[]; folder: string }

/** Starts Caddy with the file that compose.scale.yaml uses, in front of these replicas (`host:port`). */
export const startCaddy = ({ port, replicas, folder }: CaddyOptions) =>
  startChild({
    command: ['caddy', 'run', '--config', 'docs/scaling/Caddyfile', '--adapter', 'caddyfile'],
    env: {
      SITE_ADDRESS: `http://127.0.0.1:${port}`,
      REPLICAS: replicas.join(' '),
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
    },
    isReady: () => answers(`http://127.0.0.1:${port}/healthz`),
  })
