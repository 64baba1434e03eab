/**
 * Solves captcha challenges in a worker: receives a challenge, responds with its solution. Built as a file of its own.
 */
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

handler({ deriveKey })
