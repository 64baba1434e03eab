/** Preloaded into the site: throws an uncaught error on a signal. */
const SECRET = 'something nobody thought of'

process.on('SIGUSR2', () =>
  setTimeout(() => {
    throw new Error(SECRET)
  }),
)
process.on('SIGUSR1', () => void Promise.reject(new Error(SECRET)))
