import { type ReactNode, useRef, useState } from 'react'
import { Head, Panel } from '#client/admin/shared/admin.styles.ts'
import { ConfirmDialog, focusIsLost, type Question } from '#client/admin/shared/dialogs.tsx'
import { LoadFailed } from '#client/admin/shared/errors.tsx'
import { useLoaded } from '#client/admin/shared/use-loaded.ts'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { Stack } from './account.styles.ts'
import { usePanelAction } from './use-panel-action.ts'

/** Loads a list, again for another `version`, and runs actions that change it. `ask` asks before one. */
export function useListPanel<T>(load: () => Promise<T>, version = 0) {
  const { state, reload } = useLoaded(load, version)
  const actions = usePanelAction(reload)
  const [question, ask] = useState<Question>()
  const heading = useRef<HTMLHeadingElement>(null)
  /** What had the focus may disappear with an action. */
  const focusHeading = () => {
    if (focusIsLost()) heading.current?.focus()
  }
  const list = state.status === 'loaded' ? state.value : undefined
  return { ...actions, state, list, reload, question, ask, heading, focusHeading }
}

type Props = {
  panel: ReturnType<typeof useListPanel<unknown>>
  /** What is listed; also the id of the title. */
  what: 'passkeys' | 'sessions' | 'people'
  title: string
  children: ReactNode
  below?: ReactNode
}

export function ListPanel({ panel, what, title, children, below }: Props) {
  const { state, reload, acting, failure, dismiss, question, ask, heading, focusHeading } = panel
  const problem = state.status === 'failed' ? state.message : state.status === 'loaded' && state.failure
  return (
    <Panel aria-labelledby={what} aria-busy={acting !== undefined}>
      <Head>
        <h2 id={what} ref={heading} tabIndex={-1}>
          {title}
        </h2>
      </Head>
      <Stack>
        {failure && <Alert onDismiss={dismiss}>{failure}</Alert>}
        {state.status === 'loading' && <Spinner label={`Loading ${what}...`} />}
        {problem && <LoadFailed message={problem} onRetry={reload} />}
        {children}
      </Stack>
      {below}
      {question && (
        <ConfirmDialog
          question={question}
          onClosed={() => {
            ask(undefined)
            focusHeading()
          }}
        />
      )}
    </Panel>
  )
}
