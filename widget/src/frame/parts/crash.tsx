import { Component, type ComponentChildren } from 'preact';
import { makeUuid } from '../chat/make-uuid.ts';
import type { Texts } from '../texts/en.ts';
import { fill } from '../texts/load-texts.ts';

interface Props {
  texts(): Texts;
  onCrash(id: string): void;
  /** Where the chat lies over a page: a visitor must be able to leave it here too. */
  onClose?: () => void;
  children: ComponentChildren;
}

/** What is left when drawing fails: a sentence with a short id that also stands in the console, and a way back. */
export class CrashBoundary extends Component<Props, { id: string }> {
  override state = { id: '' };
  override componentDidCatch(reason: unknown) {
    const id = makeUuid().slice(0, 8);
    console.error(`chat ${id}`, reason);
    this.setState({ id });
    this.props.onCrash(id);
  }
  override render() {
    if (!this.state.id) return this.props.children;
    const texts = this.props.texts();
    return (
      <div className="chat-crash" role="alert">
        <h1>{texts.crashTitle}</h1>
        <p>{fill(texts.crashText, this.state.id)}</p>
        <button type="button" className="chat-button" onClick={() => this.setState({ id: '' })}>
          {texts.crashAgain}
        </button>
        {this.props.onClose && (
          <button type="button" className="chat-link" onClick={this.props.onClose}>
            {texts.close}
          </button>
        )}
      </div>
    );
  }
}
