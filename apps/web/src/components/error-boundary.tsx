import { Component, type ReactNode } from 'react';

type Props = {
  /** What stands in the place of what failed; `again` tries to show that once more. */
  fallback: (again: () => void) => ReactNode;
  /** When it changes, what failed is shown once more: it may be whole by now. */
  resetKey?: unknown;
  children: ReactNode;
};
type State = { failed: boolean; resetKey: unknown };

/** Keeps what fails while it is shown from taking anything outside of it along. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return Object.is(resetKey, state.resetKey) ? null : { failed: false, resetKey };
  }

  override render() {
    return this.state.failed ? this.props.fallback(this.#again) : this.props.children;
  }

  readonly #again = () => this.setState({ failed: false });
}
