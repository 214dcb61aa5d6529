import { readToken } from './token'

declare global {
  /** The GETs that before-paint.js starts while the scripts load, by URL. Failed ones are removed. */
  var preloadedCalls: { token: string; responses: Map<string, Promise<Response>> } | undefined
}

/** @returns the response of a preloaded GET: once, and only for the user for whom it was requested */
export function takePreloaded(url: string): Promise<Response> | undefined {
  const preloaded = globalThis.preloadedCalls
  if (!preloaded || preloaded.token !== readToken()) return undefined
  const response = preloaded.responses.get(url)
  preloaded.responses.delete(url)
  return response
}

/** Drops the responses that were not used: they are outdated or belong to another user. */
export function clearPreloaded(): void {
  globalThis.preloadedCalls = undefined
}
