import type { Environment } from '#server/config.ts'

/**
 * Returns the variables of the site behind the proxy of `bun run dev`. Its own port is in no URL: sitemap, feeds and logins
 * have that of the proxy.
 */
export const siteEnvironment = (
  env: Environment,
  { sitePort, port }: { sitePort: number; port: number },
): Environment => ({
  ...env,
  NODE_ENV: 'development',
  PORT: String(sitePort),
  HOST: '127.0.0.1',
  PUBLIC_URL: env.PUBLIC_URL || `http://localhost:${port}`,
})
