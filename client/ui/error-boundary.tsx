import { Component, type ReactNode } from 'react'

type Props = {
  /** Shown in place of children that threw while rendering. */
  fallback: ReactNode
  children: ReactNode
  /** A new value renders the children again. */
  resetKey?: string
  onError?: () => void
}
type State = { hasFailed: boolean; resetKey: string | undefined }

/** Catches rendering errors, which would otherwise leave a blank page. React logs each of them. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError = (): Partial<State> => ({ hasFailed: true })

  static getDerivedStateFromProps = ({ resetKey }: Props, state: State): State | null =>
    resetKey === state.resetKey ? null : { hasFailed: false, resetKey }

  override componentDidCatch() {
    this.props.onError?.()
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
