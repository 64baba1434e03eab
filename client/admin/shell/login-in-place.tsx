import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { askInPlace } from '#client/api/admin-http.ts'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'

const LoginDialog = lazyPart(() => import('./login-dialog.tsx'))

type Asked = { loggedIn: Promise<boolean>; answer: (loggedIn: boolean) => void }

/** After this, a request asks again, although the administrator has closed the dialog. */
const DECLINED_MS = 60_000

const LoginContext = createContext<() => Promise<boolean>>(async () => false)

const always = () => true

/**
 * For a page with unsaved text: when the session ends, a dialog asks for the login, and what was rejected is repeated. Other pages
 * are left. `isUnsaved` must be the same function in every render.
 */
export function useLoginInPlace(isUnsaved: () => boolean = always) {
  const ask = useContext(LoginContext)
  useEffect(() => askInPlace(() => (isUnsaved() ? ask() : undefined)), [ask, isUnsaved])
  // While the session lasts: later the code may be gone with a new version of the site.
  useEffect(() => void LoginDialog.load().catch(() => {}), [])
}

export function LoginInPlaceProvider({ children }: { children: ReactNode }) {
  const current = useRef<Asked>(undefined)
  const [asked, setAsked] = useState<Asked>()
  const declined = useRef(0)

  const ask = useCallback((): Promise<boolean> => {
    if (current.current) return current.current.loggedIn
    if (Date.now() - declined.current < DECLINED_MS) return Promise.resolve(false)
    let answer: Asked['answer'] = () => {}
    const loggedIn = new Promise<boolean>((resolve) => {
      answer = resolve
    })
    current.current = { loggedIn, answer }
    setAsked(current.current)
    return loggedIn
  }, [])

  function answered(loggedIn: boolean) {
    if (!loggedIn) declined.current = Date.now()
    current.current = undefined
    setAsked(undefined)
    asked?.answer(loggedIn)
  }

  return (
    <LoginContext value={ask}>
      {children}
      {asked && <LoginDialog onAnswered={answered} />}
    </LoginContext>
  )
}
