/**
 * `node infra/local/bootstrap.mjs start|test`: the first program of `npm start` and `npm test`. It runs on
 * the machine's own Node with nothing installed, so this file keeps to what even Node 12 can read: an old
 * Node is told what is missing instead of failing on a syntax that it does not know.
 */
const major = Number(process.versions.node.split('.')[0])

if (major < 20) {
  console.error(
    `Jaanch needs Node.js 20 or newer and this is ${process.version}: get it from https://nodejs.org.`,
  )
  process.exit(1)
}

import('./bootstrap/main.mjs').then(({ main }) => main(process.argv[2]))
