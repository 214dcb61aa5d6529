import { isCurrentToken } from './token'

declare global {
  /** The calls that before-paint.js makes while the scripts are on their way, by their address; those that fail leave */
  var preloadedCalls: { token: string; answers: Map<string, Promise<Response>> } | undefined
}

/** @returns the answer to a call that is on its way already; once, and to the same person alone */
export function takePreloaded(url: string): Promise<Response> | undefined {
  const early = globalThis.preloadedCalls
  if (!early || !isCurrentToken(early.token)) return undefined
  const answer = early.answers.get(url)
  early.answers.delete(url)
  return answer
}

/** Forgets what nobody took: it is old, or another's. */
export function clearPreloaded(): void {
  globalThis.preloadedCalls = undefined
}
