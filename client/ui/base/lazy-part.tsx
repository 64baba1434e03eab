import {
  Component,
  type ComponentType,
  Fragment,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react'
import { importWithPreloadError, retryWithBackoff } from '#client/lib/loading.ts'

type Chunk<Props> = { Lazy: ComponentType<Props>; loaded?: ComponentType<Props> }

/** A part of a page in a separate chunk. `load` fetches the chunk, so that a later render does not wait for it. */
export type LazyPart<Props> = ((props: Props) => ReactElement) & { load: () => Promise<unknown> }

/**
 * Creates a component that is hydrated when its chunk arrives; until then the server's markup stays. A chunk that cannot be
 * fetched is requested again; one that throws shows nothing. `renderToString` does not wait for chunks: the server calls `load` before it renders.
 */
export function lazyPart<Props extends object>(
  fetchChunk: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  const fetchUntilLoaded = () =>
    new Promise<{ default: ComponentType<Props> }>((resolve) =>
      retryWithBackoff(
        () => importWithPreloadError(fetchChunk),
        resolve,
        () => {},
      ),
    )
  const chunk: Chunk<Props> = { Lazy: lazy(fetchUntilLoaded) }
  const load = async () => {
    chunk.loaded = (await fetchChunk()).default
  }
  return Object.assign((props: Props) => <Part chunk={chunk} props={props} />, { load })
}

function Part<Props extends object>({ chunk, props }: { chunk: Chunk<Props>; props: Props }) {
  // Decided once, on mount: another component type would mount the part again.
  const [Component] = useState(() => chunk.loaded ?? chunk.Lazy)
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <Component {...props} />
      </Suspense>
    </ErrorBoundary>
  )
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
