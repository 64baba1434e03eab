import { ADMIN_TOKEN_KEY } from '#contract/paths.ts'

/** A browser that forbids storage is a browser without a token: the administrator logs in, and is told again. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(ADMIN_TOKEN_KEY)
  } catch {
    return null
  }
}

export const keepToken = (token: string) => localStorage.setItem(ADMIN_TOKEN_KEY, token)

export const dropToken = () => localStorage.removeItem(ADMIN_TOKEN_KEY)
