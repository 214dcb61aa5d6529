/** ms after which what can wait has waited long enough */
const patience = 1_000

/** Resolves when what people wait for is drawn. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: patience })
    else setTimeout(resolve, 200)
  })
}
