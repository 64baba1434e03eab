import { type ReactNode, useRef, useState } from 'react'
import { Head, Panel } from '#client/admin/shared/admin.styles.ts'
import { ConfirmDialog, focusIsLost, type Question } from '#client/admin/shared/dialogs.tsx'
import { errorMessage, LoadFailed } from '#client/admin/shared/errors.tsx'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { Stack } from './account.styles.ts'
import { useAccountList } from './use-account-data.ts'
import { usePanelAction } from './use-panel-action.ts'

type Listed = 'passkeys' | 'sessions' | 'people'

/** Loads a list, and runs actions that change it. `ask` asks before one. */
export function useListPanel<T>(what: Listed, load: () => Promise<T>) {
  const query = useAccountList(what, load)
  const actions = usePanelAction()
  const [question, ask] = useState<Question>()
  const heading = useRef<HTMLHeadingElement>(null)
  /** What had the focus may disappear with an action. */
  const focusHeading = () => {
    if (focusIsLost()) heading.current?.focus()
  }
  return { ...actions, what, query, list: query.data, question, ask, heading, focusHeading }
}

type Props = {
  panel: ReturnType<typeof useListPanel<unknown>>
  title: string
  children: ReactNode
  below?: ReactNode
}

export function ListPanel({ panel, title, children, below }: Props) {
  const { what, query, acting, failure, dismiss, question, ask, heading, focusHeading } = panel
  return (
    <Panel aria-labelledby={what} aria-busy={acting !== undefined}>
      <Head>
        <h2 id={what} ref={heading} tabIndex={-1}>
          {title}
        </h2>
      </Head>
      <Stack>
        {failure && <Alert onDismiss={dismiss}>{failure}</Alert>}
        {query.isPending && <Spinner label={`Loading ${what}...`} />}
        {query.error && <LoadFailed message={errorMessage(query.error)} onRetry={() => query.refetch()} />}
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
