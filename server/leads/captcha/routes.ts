import { Elysia } from 'elysia'
import { CAPTCHA_PATH } from '#contract/captcha.ts'
import { json } from '#server/http/json.ts'
import { otherMethods } from '#server/http/method-not-allowed.ts'
import type { Captcha } from './captcha.ts'

/** GET /api/captcha: a challenge of one's own for each who asks. Without a captcha there is no such address. */
export function captchaRoutes(captcha: Pick<Captcha, 'challenge'> | undefined) {
  const routes = new Elysia({ name: 'captcha' })
  if (!captcha) return routes
  return routes
    .get(CAPTCHA_PATH, async () => json(await captcha.challenge()))
    .use(otherMethods({ [CAPTCHA_PATH]: ['GET'] }))
}
