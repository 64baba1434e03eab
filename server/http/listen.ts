import { OperatorError } from '#server/lib/errors.ts'

type Variables = { port: string; host: string }

/** Calls `listen`. Throws `OperatorError`, which names the variables to set, if the address cannot be used. */
export function listenOn<Server>(port: number, variables: Variables, listen: () => Server): Server {
  try {
    return listen()
  } catch (error) {
    throw new OperatorError(reasonOf(error, port, variables) ?? String(error))
  }
}

function reasonOf(error: unknown, port: number, variables: Variables): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set ${variables.port} to another one.`
  if (code === 'EACCES') return `Port ${port} needs more rights. Set ${variables.port} to one above 1023.`
  if (code === 'EADDRNOTAVAIL') return `${variables.host} is no address of this machine. Set another one, or unset it.`
}
