/**
 * `node infra/local/bootstrap.mjs start|test|reset|help|migrate|ops`: the first program of the npm scripts that people call before
 * anything is installed. It runs with the machine's own Node and no packages. Its syntax is that of Node 12, so that an old Node prints what is missing instead of a
 * syntax error.
 */
const major = Number(process.versions.node.split('.')[0])

if (major < 20) {
  console.error(
    `Jaanch needs Node.js 20 or newer and this is ${process.version}: get it from https://nodejs.org.`,
  )
  process.exit(1)
}

import('./bootstrap/main.mjs').then(({ main }) => main(process.argv[2], process.argv.slice(3)))
