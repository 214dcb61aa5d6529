import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** @returns {string | undefined} one sentence: what is missing and how to get it; undefined if nothing is missing */
export function findMissingPrerequisite() {
  const platform = `${process.platform}-${process.arch}`
  if (!platforms.includes(platform)) {
    return `Jaanch runs on Linux and macOS, on x64 and arm64 processors, and this is ${platform}: use Docker or one of these machines.`
  }
  if (process.platform === 'linux' && !usesGlibc()) {
    return 'Jaanch needs a Linux with glibc, such as Debian, and this one has musl: use Docker or a Linux with glibc.'
  }
  if (!isOnPath('npm'))
    return 'Jaanch needs npm on the PATH: install it (Debian: apt-get install npm) and try again.'
  return undefined
}

/** The servers and the Node 24 from npm are built for glibc. */
function usesGlibc() {
  const { report } = process
  // its types lack both
  Object.assign(report, { excludeNetwork: true })
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (report.getReport())
  return header.glibcVersionRuntime !== undefined
}

/** @param {string} program */
function isOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
