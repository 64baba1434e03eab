/** What solves the captcha, beside the page: told a challenge, it answers with the solution. Built as a file of its own. */
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

handler({ deriveKey })
