/** Preloaded into the site: throws an uncaught error on a signal. */
const SECRET = 'an internal detail'

process.on('SIGUSR2', () =>
  setTimeout(() => {
    throw new Error(SECRET)
  }),
)
process.on('SIGUSR1', () => void Promise.reject(new Error(SECRET)))
