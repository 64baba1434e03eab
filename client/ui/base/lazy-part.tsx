import {
  Component,
  type ComponentType,
  Fragment,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
  useSyncExternalStore,
} from 'react'
import { importWithPreloadError, retryWithBackoff } from '#client/lib/loading.ts'
import { createStyled } from './styles.ts'

type Chunk<Props> = {
  Lazy: ComponentType<Props>
  loaded?: ComponentType<Props>
  hasFailed: boolean
  /** Called when `hasFailed` changes. */
  listeners: Set<() => void>
}

/** A part of a page in a separate chunk. `load` fetches the chunk, so that a later render does not wait for it. */
export type LazyPart<Props> = ((props: Props) => ReactElement) & { load: () => Promise<unknown> }

/**
 * Creates a component that is hydrated when its chunk arrives; until then the server's markup stays. A chunk that cannot be
 * fetched is requested again, and a part that throws is left out: the page says both. `renderToString` does not wait for
 * chunks: the server calls `load` before it renders.
 */
export function lazyPart<Props extends object>(
  fetchChunk: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  const setFailed = (hasFailed: boolean) => {
    chunk.hasFailed = hasFailed
    for (const changed of chunk.listeners) changed()
  }
  const fetchUntilLoaded = () =>
    new Promise<{ default: ComponentType<Props> }>((resolve) =>
      retryWithBackoff(
        () => importWithPreloadError(fetchChunk),
        (code) => {
          resolve(code)
          setFailed(false)
        },
        () => setFailed(true),
      ),
    )
  const chunk: Chunk<Props> = { Lazy: lazy(fetchUntilLoaded), hasFailed: false, listeners: new Set() }
  const load = async () => {
    chunk.loaded = (await fetchChunk()).default
  }
  return Object.assign((props: Props) => <Part chunk={chunk} props={props} />, { load })
}

function Part<Props extends object>({ chunk, props }: { chunk: Chunk<Props>; props: Props }) {
  // Decided once, on mount: another component type would mount the part again.
  const [Component] = useState(() => chunk.loaded ?? chunk.Lazy)
  return (
    <ErrorBoundary fallback={<Notice role="alert">A part of this page could not be shown. Reload the page.</Notice>}>
      <Suspense>
        <Component {...props} />
      </Suspense>
      <Status chunk={chunk} />
    </ErrorBoundary>
  )
}

/** Renders alone: a new render of `Part` would drop the server's markup, which waits for the chunk. */
function Status<Props>({ chunk }: { chunk: Chunk<Props> }) {
  const hasFailed = useSyncExternalStore(
    (changed) => {
      chunk.listeners.add(changed)
      return () => chunk.listeners.delete(changed)
    },
    () => chunk.hasFailed,
    () => false,
  )
  // Some browsers answer each further import of a module that failed with the same failure.
  return hasFailed && <Notice role="status">{FAILED}</Notice>
}

type Props = {
  /** Shown in place of children that threw while rendering. */
  fallback: ReactNode
  children: ReactNode
  /** A new value renders the children again. */
  resetKey?: string
  onError?: () => void
}
type State = { hasFailed: boolean; resetKey: string | undefined; attempt: number; hasRetried: boolean }

/**
 * Catches rendering errors, which would otherwise leave a blank page. React logs each of them. Where something else
 * moved a node of the page (a translation, an extension), the children are mounted once more, and forms restore their
 * drafts.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, resetKey: this.props.resetKey, attempt: 0, hasRetried: false }

  static getDerivedStateFromError = (): Partial<State> => ({ hasFailed: true })

  static getDerivedStateFromProps = ({ resetKey }: Props, state: State): Partial<State> | null =>
    resetKey === state.resetKey ? null : { hasFailed: false, resetKey, hasRetried: false }

  override componentDidCatch(error: unknown) {
    this.props.onError?.()
    if (!(error instanceof DOMException) || this.state.hasRetried) return
    this.setState(({ attempt }) => ({ hasFailed: false, attempt: attempt + 1, hasRetried: true }))
  }

  override render() {
    const { hasFailed, attempt } = this.state
    return hasFailed ? this.props.fallback : <Fragment key={attempt}>{this.props.children}</Fragment>
  }
}

const FAILED = 'Loading failed for a part of this page. Trying again… If this message stays, reload the page.'

const s = createStyled('lazy-part')
/** At the edge of the window: many parts are dialogs, which have no place in the page. */
const Notice = s('p')`
  position: fixed;
  inset: auto 16px 24px;
  z-index: 400;
  width: fit-content;
  margin-inline: auto;
  padding: 12px 16px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-lg);
  background: var(--surface-3);
  color: var(--text);
  font-weight: 600;
`
