declare global {
  /** The calls that before-paint.js makes while the scripts are on their way, by their address */
  var askedEarly: { token: string; answers: Map<string, Promise<Response>> } | undefined
}

/** @returns the answer to a call that is on its way already; once, and to the same person alone */
export function takeEarly(url: string, token: string | null): Promise<Response> | undefined {
  const answer = globalThis.askedEarly?.answers.get(url)
  if (!answer) return undefined
  globalThis.askedEarly?.answers.delete(url)
  return globalThis.askedEarly?.token === token ? answer : undefined
}
