import { createServer } from 'node:net'

/**
 * The ports that browsers refuse, because a page could make them speak to servers that are not of the web: "bad ports" of the
 * Fetch standard (https://fetch.spec.whatwg.org/#port-blocking).
 */
const blocked = [
  ...[1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95],
  ...[101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179],
  ...[389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636],
  ...[989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080],
]

/** @param {number} port */
function isBlockedByBrowsers(port) {
  return blocked.includes(port)
}

/**
 * Why people could not open a site at this port: browsers refuse it, it is not free, or we may not listen on it.
 *
 * @param {number} port 0 to 65535
 * @param {(port: number) => Promise<string | undefined>} listen tries it; gives the code of the error
 * @returns {Promise<string | undefined>} a sentence with what to do
 */
export async function findPortProblem(port, listen = tryToListen) {
  const advice = (/** @type {number} */ other) => `choose another: PORT=${other} npm start`
  if (port === 0) return `PORT=0 is no address that a browser can open: ${advice(3000)}`
  if (isBlockedByBrowsers(port)) return `Browsers refuse to open port ${port}: ${advice(3000)}`
  const code = await listen(port)
  if (!code) return undefined
  const other = port < 1024 || port === 65_535 || isBlockedByBrowsers(port + 1) ? 3000 : port + 1
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop what is using it, or ${advice(other)}`
  return `Port ${port} cannot be used (${code}): ${advice(other)}`
}

/**
 * On all addresses.
 * @param {number} port
 * @returns {Promise<string | undefined>} the code of the error
 */
function tryToListen(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    server.listen(port, () => server.close(() => resolve(undefined)))
  })
}
