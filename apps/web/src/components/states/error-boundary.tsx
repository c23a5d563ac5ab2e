import { Component, type ReactNode } from 'react';

type Props = {
  /** Rendered in place of children that failed; `retry` renders the children again. */
  fallback: (retry: () => void) => ReactNode;
  /** When it changes, failed children are rendered again. */
  resetKey?: unknown;
  children: ReactNode;
};
type State = { failed: boolean; resetKey: unknown };

/** Contains rendering errors of its children. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return Object.is(resetKey, state.resetKey) ? null : { failed: false, resetKey };
  }

  override render() {
    return this.state.failed ? this.props.fallback(this.#retry) : this.props.children;
  }

  readonly #retry = () => this.setState({ failed: false });
}
