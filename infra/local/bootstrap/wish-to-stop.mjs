const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const WATCH_MS = 500
const parent = process.ppid

/**
 * Calls back at each Ctrl-C, SIGTERM or SIGHUP, and once with SIGTERM when npm is gone: a `kill` may reach
 * only npm, which can die without passing it on. (Without npm above us, a parent that ends may just be the
 * shell of someone who logged out.)
 *
 * @param {(signal: NodeJS.Signals) => void} callback
 * @returns {() => void} stops listening
 */
export function onWishToStop(callback) {
  let told = false
  const tell = (signal) => {
    told = true
    callback(signal)
  }
  const watch = setInterval(() => {
    if (!told && process.env.npm_lifecycle_event && process.ppid !== parent) tell('SIGTERM')
  }, WATCH_MS)
  for (const signal of SIGNALS) process.on(signal, tell)
  return () => {
    clearInterval(watch)
    for (const signal of SIGNALS) process.off(signal, tell)
  }
}
