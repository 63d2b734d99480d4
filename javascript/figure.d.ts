/**
 * The element <iklab-figure>: a figure of iklab's window in any page.
 *
 *     <iklab-figure page="https://example.org/iklab/" scene="y" method="dls" controls="lambda d-max"></iklab-figure>
 *
 * Attributes are the parts of a link, see docs/page.md of iklab. `page` is where the window is hosted.
 * Events: 'state' and 'changed' with the messages of the figure, 'refused' with the reason.
 */
export interface FigureHelper {
  readonly ready: Promise<void>;
  set(parts: { [name: string]: unknown }): Promise<string | undefined>;
  get(): Promise<any>;
  play(): Promise<unknown>;
  pause(): Promise<unknown>;
  step(count?: number): Promise<unknown>;
  seek(step: number): Promise<unknown>;
  reset(): Promise<unknown>;
  /** Holds an effector's target at a place, m; null returns it to its curve. */
  target(effector: string, at: [number, number, number] | null): Promise<unknown>;
  on(kind: 'state' | 'changed', hear: (message: any) => void): void;
}

export interface Figure extends HTMLElement {
  /** Sets, reads and runs the figure; undefined before the element is in a page. */
  readonly figure: FigureHelper | undefined;
  /** Kept when the first picture is there. */
  readonly ready: Promise<void> | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'iklab-figure': Figure;
  }
}
