/** `bun run test:browsers` ends with it when no browser could be installed. */
export const NO_BROWSER_EXIT_CODE = 3

/** What a journey does with a browser. Firefox and WebKit implement it with different protocols. */
export interface Tab {
  goto(url: string): Promise<void>
  back(): Promise<void>
  forward(): Promise<void>
  /** Returns the value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>
  /** Clicks a point of the viewport, in CSS pixels. */
  clickAt(x: number, y: number): Promise<void>
  type(text: string): Promise<void>
  /** Presses a key with its modifiers: `Control+Shift+z`. */
  press(keys: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  screenshot(): Promise<Uint8Array>
  /** Ends it, with what it stored. */
  close(): Promise<void>
}

export type TabOptions = { reducedMotion: boolean; javaScript: boolean }

export interface Engine {
  /** Opens a window that shares nothing with former ones. */
  open(options: TabOptions): Promise<Tab>
  version(): Promise<string>
  end(): Promise<void>
}
