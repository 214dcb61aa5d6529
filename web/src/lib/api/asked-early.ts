declare global {
  /** The call that before-paint.js makes while the scripts are on their way */
  var askedEarly: { url: string; token: string; answer: Promise<Response> } | undefined
}

/** @returns the answer to a call that is on its way already; once, and to the same person alone */
export function takeEarly(url: string, token: string | null): Promise<Response> | undefined {
  const early = globalThis.askedEarly
  if (early?.url !== url) return undefined
  globalThis.askedEarly = undefined
  return early.token === token ? early.answer : undefined
}
