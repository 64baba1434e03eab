export type MetricsSettings = {
  /** Required from clients; `undefined`: none, only on a port of its own. */
  token: string | undefined
  /** `undefined`: the site's own port. */
  port: number | undefined
  host: string
}

const TOKEN = /^[\w.~+/=-]{16,256}$/

/** The settings of /metrics; `undefined` if it is off; a sentence if a setting is invalid. */
export function metricsSettings(
  token: string | undefined,
  port: string | undefined,
  host: string | undefined,
  sitePort: number,
): MetricsSettings | string | undefined {
  if (token !== undefined && !TOKEN.test(token)) return 'METRICS_TOKEN must have 16 to 256 letters, digits or -._~+/=.'
  if (port === undefined)
    return host !== undefined
      ? 'METRICS_HOST is where METRICS_PORT listens: set both, or neither.'
      : token && { token, port: undefined, host: '' }
  const number = Number(port)
  if (!/^\d{1,5}$/.test(port) || number > 65_535) return 'METRICS_PORT must be a number from 0 to 65535.'
  if (number !== 0 && number === sitePort) return 'METRICS_PORT must be another one than PORT.'
  return { token, port: number, host: host ?? '127.0.0.1' }
}
