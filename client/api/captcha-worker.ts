/** Worker that receives captcha challenges and responds with solutions. Built as a separate file. */
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

handler({ deriveKey })
